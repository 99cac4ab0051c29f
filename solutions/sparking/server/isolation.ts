import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH location AS (
         INSERT INTO sparking_location (id, company_id, name) SELECT id, company_id, name FROM structure WHERE id = $1 RETURNING id, company_id),
       part AS (
         INSERT INTO sparking_group (company_id, location_id, name) SELECT company_id, id, 'Isolation' FROM location RETURNING id, location_id, company_id),
       space AS (
         INSERT INTO space (company_id, structure_id, name, kind) SELECT company_id, id, 'Isolation bay', 'bay' FROM location RETURNING id)
       INSERT INTO sparking_slot (id, company_id, location_id, group_id, number)
       SELECT space.id, part.company_id, part.location_id, part.id, 'Isolation bay' FROM space, part
       RETURNING id AS "parkingSlot", group_id AS "parkingGroup"`,
      [records.structure],
    ),
  owners: [
    [/ \/sparking\/api\/location\/\{id\}/, (f) => ({ id: f.structure })],
    [/ \/sparking\/api\/group\/\{id\}/, (f) => ({ id: f.parkingGroup })],
    [/ \/sparking\/api\/slot\/\{id\}/, (f) => ({ id: f.parkingSlot })],
  ],
};
