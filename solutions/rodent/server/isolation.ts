import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at)
       SELECT company_id, id, structure_id, 'activation', now(), now() FROM device WHERE id = $1 RETURNING id AS "rodentHit"`,
      [records['device rodent'] ?? records.device],
    ),
  owners: [
    [/ \/rodent\/hit\/\{id\}/, (f) => ({ id: f.rodentHit })],
    [/ \/rodent\/trap\/\{id\}/, (f) => ({ id: f['device rodent'] ?? f.device })],
  ],
};
