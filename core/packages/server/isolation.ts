import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  owners: [
    [/ \/company\/\{companyId\}\/package\/\{a\}\/\{b\}/, (records) => ({ companyId: records.company, a: 1, b: 1 })],
  ],
  shared: {
    'GET /package/model/{id}': 'the catalogue',
    'PATCH /package/merchants/{id}': 'merchants of the platform, changed by it alone',
    'GET /package/{code}': 'a package is read by its code',
  },
  rowsWithoutCompany: {
    'GET /package': 'the catalogue',
    'GET /package/external': 'codes that nobody has redeemed; a company reads those that it has',
  },
};
