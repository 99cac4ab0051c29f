export { countryHandlers } from './countries.ts';
export {
  cityInCountry,
  cityNamed,
  codeOfCountry,
  countriesOfCities,
  countriesWithCodes,
  countryCode,
  countryNamed,
  countryOfCity,
  countryShown,
} from './country-names.ts';
export { type PlaceFound, type PlaceNamed, placesFound } from './places-found.ts';
