export { CountryAndCity } from './CountryAndCity.tsx';
export { CountryField } from './CountryField.tsx';
export { useAround, useCities, useLargestCities } from './use-cities.ts';
export { useCountries } from './use-countries.ts';
