import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO screen (company_id, name, app, kind, subject_id, structure_id, language)
       VALUES ($1, 'Isolation', 'rooms', 'board', $2, $2, 'both') RETURNING id AS screen`,
      [records.company, records.structure],
    ),
  owners: [[/ \/screen\/\{id\}/, ({ screen }) => ({ id: screen })]],
  listsOf: [[/^GET \/screen$/, 'screen']],
};
