import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH location AS (
         INSERT INTO sparking_location (id, company_id, name) VALUES ($1, $2, 'Isolation') RETURNING id, company_id),
       part AS (
         INSERT INTO sparking_group (company_id, location_id, name) SELECT company_id, id, 'Isolation' FROM location RETURNING id, location_id, company_id),
       kept AS (
         INSERT INTO sparking_reservation (company_id, location_id, kind, purpose, from_at, until_at)
         SELECT company_id, id, 'closed', 'Isolation', now(), now() + interval '1 day' FROM location RETURNING id),
       counter AS (
         INSERT INTO sparking_counter (company_id, location_id, group_id, gate) SELECT company_id, location_id, id, 'Isolation' FROM part RETURNING id)
       INSERT INTO sparking_slot (id, company_id, location_id, group_id, number, use)
       SELECT $3, company_id, location_id, id, 'Isolation', 'standard' FROM part
       RETURNING id AS "parkingSlot", group_id AS "parkingGroup", (SELECT id FROM counter) AS "parkingCounter",
                 (SELECT id FROM kept) AS "parkingReservation"`,
      [records.structure, records.company, records.space],
    ),
  owners: [
    [/ \/sparking\/api\/location\/\{id\}/, (f) => ({ id: f.structure })],
    [/ \/sparking\/api\/group\/\{id\}/, (f) => ({ id: f.parkingGroup })],
    [/ \/sparking\/api\/reservation\/\{id\}/, (f) => ({ id: f.parkingReservation })],
    [/ \/sparking\/api\/counter\/\{id\}/, (f) => ({ id: f.parkingCounter })],
    [/ \/sparking\/api\/slot\/\{id\}/, (f) => ({ id: f.parkingSlot })],
  ],
  rowsWithoutCompany: { 'GET /sparking/api/analysis/slot-occupation-list': 'bays: checked by id' },
  listsOf: [[/\/analysis\/slot-occupation-list$/, 'parkingSlot']],
};
