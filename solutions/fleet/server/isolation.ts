import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH vehicle AS (
         INSERT INTO fleet_vehicle (company_id, structure_id, name, plate, type, propulsion)
         VALUES ($1, $2, 'Isolation', '{"country": "KW", "emirate": null, "category": null, "number": "1", "key": "KW///1"}', 'van', 'diesel') RETURNING id),
       file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'text/plain', '', 0) RETURNING id)
       INSERT INTO fleet_vehicle_attachment (company_id, subject_id, name, file_id) SELECT $1, vehicle.id, 'Isolation', file.id FROM vehicle, file
       RETURNING subject_id AS vehicle, id AS "vehicleFile"`,
      [records.company, records.structure],
    ),
  companyWide: [[/ \/fleet\/api\/vehicle-group\/\{id\}/, 'groups are of the company']],
  owners: [
    [/ \/fleet\/api\/vehicle-group\/\{id\}/, (f) => ({ id: f['group fleet vehicle'] })],
    [/ \/fleet\/api\/vehicle\/\{id\}/, (f) => ({ id: f.vehicle, attachmentId: f.vehicleFile })],
  ],
};
