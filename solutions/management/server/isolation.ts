import type { Isolation } from '#platform/server/isolation.ts';

const own = 'the caller’s own customers: checked in the tests of the slice';

export const isolation: Isolation = {
  rowsWithoutCompany: { 'GET /management/customer': own },
  ownOnly: ['GET /management/customer', 'GET /management/dashboard'],
};
