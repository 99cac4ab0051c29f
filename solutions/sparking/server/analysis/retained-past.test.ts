import { afterAll, beforeAll, expect, test } from 'vitest';
import { hour, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { beginRetention, retentionDue } from '#platform/server/retention/run-retention.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

test('intervals and stays are kept for 25 months and quarters for five years, but what lasts is kept', async () => {
  const location = await parking.location();
  const group = await parking.group(location, 2);
  const bays = await parking.baysOf(group);
  const { pool } = parking.app.kit;
  for (const bay of bays) await parking.occupied(await parking.sensor(bay), Date.now() - hour, true);
  await pool.query(
    `INSERT INTO sparking_interval (slot_id, from_at, to_at, company_id, occupied, quality)
     SELECT $1, now() - n.months * interval '1 month', now() - n.months * interval '1 month' + interval '1 hour', $2, true, 'measured'
       FROM unnest(ARRAY[24, 26]) AS n (months)`,
    [bays[0]?.id, parking.company],
  );
  await pool.query(
    `INSERT INTO sparking_stay (slot_id, from_at, to_at, company_id, location_id, quality, end_quality, counted)
     SELECT $1, now() - n.months * interval '1 month', now() - n.months * interval '1 month' + interval '1 hour', $2, $3, 'measured', 'measured', true
       FROM unnest(ARRAY[24, 26]) AS n (months)`,
    [bays[0]?.id, parking.company, location],
  );
  await pool.query(`UPDATE sparking_stay SET from_at = now() - interval '3 years' WHERE slot_id = $1`, [bays[1]?.id]);
  await pool.query(
    `UPDATE sparking_interval SET from_at = now() - interval '3 years' WHERE slot_id = $1 AND to_at IS NULL`,
    [bays[1]?.id],
  );
  await pool.query(
    `INSERT INTO sparking_quarter SELECT $1, $2, date_bin('15 minutes', now() - n.months * interval '1 month', 'epoch'), $3, 900, 0, 0, 0, 0, 0, 0
       FROM unnest(ARRAY[59, 61]) AS n (months)`,
    [location, group, parking.company],
  );
  await beginRetention(parking.app.kit);
  await dueDone(parking.app, [retentionDue]);
  const months = async (table: string, at: string, where: string) =>
    (
      await pool.query(
        `SELECT round(extract(epoch FROM now() - ${at}) / 86400 / 30.44)::integer AS months FROM ${table} WHERE ${where} ORDER BY ${at}`,
      )
    ).rows.map((row) => row.months);
  expect(await months('sparking_interval', 'from_at', `slot_id = ${bays[0]?.id}`)).toEqual([24, 0]);
  expect(await months('sparking_interval', 'from_at', `slot_id = ${bays[1]?.id}`)).toEqual([36]);
  expect(await months('sparking_stay', 'from_at', `slot_id = ${bays[0]?.id}`)).toEqual([24, 0]);
  expect(await months('sparking_stay', 'from_at', `slot_id = ${bays[1]?.id}`)).toEqual([36]);
  expect(await months('sparking_quarter', 'at', `group_id = ${group}`)).toContain(59);
  expect(await months('sparking_quarter', 'at', `group_id = ${group}`)).not.toContain(61);
  // Administrators see what has gone.
  const listed = (await parking.customer.call('GET', '/retention')).body.data as { app: string; name: string }[];
  expect(listed.filter(({ app }) => app === 'sparking')).toMatchObject([
    { name: 'checkPhotos', days: 30 },
    { name: 'bayPast', days: 761, run: { rows: 1 } },
    { name: 'stays', days: 761, run: { rows: 1 } },
    { name: 'groupPast', days: 1826, run: { rows: 1 } },
  ]);
});
