import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `WITH vehicle AS (
         INSERT INTO fleet_vehicle (company_id, structure_id, name, plate, type, propulsion)
         VALUES ($1, $2, 'Isolation', '{"country": "KW", "emirate": null, "category": null, "number": "1", "key": "KW///1"}', 'van', 'diesel') RETURNING id),
       file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'text/plain', '', 0) RETURNING id)
       INSERT INTO fleet_vehicle_attachment (company_id, subject_id, name, file_id) SELECT $1, vehicle.id, 'Isolation', file.id FROM vehicle, file
       RETURNING subject_id AS vehicle, id AS "vehicleFile"`,
      [records.company, records.structure],
    )),
    ...(await one(
      `INSERT INTO fleet_driver (company_id, structure_id, name) VALUES ($1, $2, 'Isolation') RETURNING id AS driver`,
      [records.company, records.structure],
    )),
    ...(await one(
      `WITH job AS (INSERT INTO fleet_job_card (company_id, structure_id, number, title) VALUES ($1, $2, 'JC-0', 'Isolation') RETURNING id)
       INSERT INTO fleet_job_stop (company_id, job_id, seq, name) SELECT $1, id, 1, 'Isolation' FROM job RETURNING job_id AS job, id AS "jobStop"`,
      [records.company, records.structure],
    )),
    ...(await one(
      `INSERT INTO fleet_point_of_interest (company_id, name, lat, lng, geofence_id) VALUES ($1, 'Isolation', 25, 55, $2) RETURNING id AS point`,
      [records.company, records.geofence],
    )),
    ...(await one(
      `INSERT INTO fleet_route (company_id, name, metres, seconds, engine) VALUES ($1, 'Isolation', 0, 0, 'straight') RETURNING id AS route`,
      [records.company],
    )),
  }),
  companyWide: [
    [/ \/fleet\/api\/(vehicle|geo-fence)-group\/\{id\}/, 'groups are of the company'],
    [/ \/fleet\/api\/(point-of-interest|geo-fence|route)\/\{id\}/, 'everybody of the company sees where vehicles go'],
  ],
  owners: [
    [/ \/fleet\/api\/vehicle-group\/\{id\}/, (f) => ({ id: f['group fleet vehicle'] })],
    [/ \/fleet\/api\/geo-fence-group\/\{id\}/, (f) => ({ id: f['group fleet geofence'] })],
    [/ \/fleet\/api\/geo-fence\/\{id\}/, (f) => ({ id: f.geofence })],
    [/ \/fleet\/api\/point-of-interest\/\{id\}/, (f) => ({ id: f.point })],
    [/ \/fleet\/api\/route\/\{id\}/, (f) => ({ id: f.route })],
    [/ \/fleet\/api\/job-card\/\{id\}/, (f) => ({ id: f.job, stopId: f.jobStop })],
    [/ \/fleet\/api\/driver-profile\/\{id\}/, (f) => ({ id: f.driver })],
    [/ \/fleet\/api\/vehicle\/\{id\}/, (f) => ({ id: f.vehicle, attachmentId: f.vehicleFile })],
  ],
};
