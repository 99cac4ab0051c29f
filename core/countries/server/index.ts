import { serve } from '#platform/server/serve.ts';
import { countries } from '../app.ts';
import { countryHandlers } from './countries.ts';
import { loadGazetteer } from './gazetteer.ts';
import './tables.ts';

export const countriesServer = serve(countries, { country: countryHandlers }, { reference: loadGazetteer });
