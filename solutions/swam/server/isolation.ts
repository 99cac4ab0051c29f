import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  rowsWithoutCompany: { 'GET {api}/analysis/structure-portfolio': 'structures: checked by id' },
  listsOf: [[/\/structure-portfolio$/, 'structure']],
};
