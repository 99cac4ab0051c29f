import type { Isolation } from '#platform/server/isolation.ts';

const catalogue = 'the catalogue';

export const isolation: Isolation = {
  rowsWithoutCompany: {
    'GET {api}/hardware': catalogue,
    'GET {api}/hardware/basic': catalogue,
    'GET {api}/user': 'people: checked by id',
    'GET {api}/city': 'the gazetteer',
    'GET {api}/solution': catalogue,
    'GET {api}/sensor-type': catalogue,
    'GET {api}/user-solutions': 'counts: checked in the tests of the slice',
    'GET {api}/structure/devices-info': 'structures: checked by id',
    'GET {api}/analysis/structure-portfolio': 'structures: checked by id',
  },
  shared: { 'GET {api}/hardware/{id}': catalogue },
  listsOf: [
    [/\/structure\/devices-info$|\/structure-portfolio$|\/metadata\/structures$/, 'structure'],
    [/^GET (?:\/[\w-]+)+\/user$/, 'user'],
    [/\/space\/suggestion$/, 'space'],
  ],
  // What the caller may see in the apps.
  ownOnly: ['GET /overview/headline', 'GET /overview/site', 'GET /overview/map'],
};
