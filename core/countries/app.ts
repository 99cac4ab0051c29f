import { defineApp } from '#platform/common/define-app.ts';
import { countryRoutes } from './common/country.ts';

/**
 * The gazetteer: countries, their time zones and cities, in both languages. It does not belong to a company and has no
 * dependencies.
 */
export const countries = defineApp({
  kind: 'core',
  id: 'countries',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'world',
  needs: [],
  routes: { country: countryRoutes },
  pages: [],
});
