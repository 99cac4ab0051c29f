import type { Isolation } from '#platform/server/isolation.ts';

const gazetteer = 'the gazetteer';

export const isolation: Isolation = {
  shared: { 'GET /country/{id}/city': gazetteer },
  rowsWithoutCompany: { 'GET /country': gazetteer, 'GET /country/city': gazetteer, 'GET /country/timezone': gazetteer },
};
