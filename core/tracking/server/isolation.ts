import type { Isolation } from '#platform/server/isolation.ts';

/** A person decides only about the devices that they wear themselves. */
export const isolation: Isolation = {
  rowsWithoutCompany: { 'GET /own-tracking/look': 'the looks at the places of the caller, whoever has looked' },
  companyWide: [[/GET \/own-tracking/, 'what the caller wears']],
  ownOnly: ['GET /own-tracking', 'GET /own-tracking/look'],
  owners: [[/ \/own-tracking\/\{id\}/, (records) => ({ id: records.device })]],
};
