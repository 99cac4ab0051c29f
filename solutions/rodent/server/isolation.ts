import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at)
       VALUES ($1, $2, $3, 'activation', now(), now()) RETURNING id AS "rodentHit"`,
      [records.company, records.device, records.structure],
    ),
  owners: [
    [/ \/rodent\/hit\/\{id\}/, (f) => ({ id: f.rodentHit })],
    [/ \/rodent\/trap\/\{id\}/, (f) => ({ id: f['device rodent'] ?? f.device })],
  ],
};
