import type { Isolation, SharedSide } from '#platform/server/isolation.ts';

/** The police itself, or its headquarters. */
const policeSide = (side: 'company_id' | 'hq_company_id', other: 'company_id' | 'hq_company_id'): SharedSide => ({
  table: 'defcon_locality',
  side,
  caller: 'hq@rasid.test',
  async begin({ one, records, companyId }) {
    // The headquarters of the demo makes room: a company is one police.
    await one('UPDATE defcon_locality SET company_id = $1 WHERE company_id = $2 AND id <> $3 RETURNING id', [
      records.integrator,
      companyId,
      records.police,
    ]);
    await one(`UPDATE defcon_locality SET ${other} = $2, ${side} = $3 WHERE id = $1 RETURNING id`, [
      records.police,
      records.company,
      companyId,
    ]);
  },
  end: ({ one, records }) =>
    one('UPDATE defcon_locality SET company_id = $2, hq_company_id = $3 WHERE id = $1 RETURNING id', [
      records.police,
      records.company,
      records.integrator,
    ]),
  record: ({ police }) => police,
  answers: [[/^(GET|PUT) \/defcon\/police\/locality\/\{id\}$/]],
});

export const policeIsolation = {
  records: ({ one, records }) =>
    one(
      `WITH hq AS (SELECT id, country_id FROM defcon_locality WHERE kind = 'headquarters' ORDER BY id LIMIT 1),
            premises AS (INSERT INTO defcon_premises (company_id, structure_id) VALUES ($1, $2) ON CONFLICT DO NOTHING)
       INSERT INTO defcon_locality (company_id, hq_company_id, kind, hq_id, country_id, name_en, name_ar, code, status)
       SELECT $1, $3, 'local', hq.id, hq.country_id, 'Isolation', 'Isolation', 'ISOLATION', 'inactive' FROM hq RETURNING id AS police`,
      [records.company, records.structure, records.integrator],
    ),
  owners: [
    [/ \/defcon\/police\/locality\/\{id\}/, (records) => ({ id: records.police })],
    [/ \/defcon\/premises\/\{structureId\}/, (records) => ({ structureId: records.structure })],
  ],
  sharedRows: [policeSide('company_id', 'hq_company_id'), policeSide('hq_company_id', 'company_id')],
  companyWide: [[/ \/defcon\/police\/locality\/\{id\}/, 'police answers for an area, not for a site of its company']],
} satisfies Isolation;
