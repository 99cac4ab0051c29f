import { serve } from '#platform/server/serve.ts';
import { countries } from '../app.ts';
import { countryHandlers } from './countries.ts';
import { cityNamed, countryNamed } from './country-names.ts';
import { loadGazetteer } from './gazetteer.ts';
import './tables.ts';

export const countriesServer = serve(
  countries,
  { country: countryHandlers },
  { reference: loadGazetteer, history: { names: { country: countryNamed, city: cityNamed } } },
);
