import { describe, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { drive, forgetDrives } from '#main/testing/tracking/test-drive.ts';
import {
  app,
  at,
  customer,
  device,
  devices,
  iso,
  journey,
  type Part,
  segments,
  stored,
  sums,
  withVehicles,
} from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { erasePlaces } from '../people/erase.ts';
import { deleteOldTracks, deletePositionsWithoutToken } from '../retention.ts';
import { inTurn } from '../segments/segment-lock.ts';
import { makeSegments } from '../segments/segments.ts';

withVehicles();

describe('quarters', () => {
  const start = at('2026-01-10T06:00Z');
  const way = journey(start, [
    { minutes: 30, speed: 0 },
    { minutes: 40, speed: 60 },
    { minutes: 60, speed: 0 },
    { minutes: 20, speed: 60 },
    { minutes: 30, speed: 0 },
  ]);

  test('are made again with the trips of the company, with its present settings', async () => {
    await drive(app, device, way);
    const drivenMetres = async () => (await sums(start, start + 4 * hourMs, 'total')).total.metres;
    expect(await drivenMetres()).toBe(60_000);
    const set = await customer.call('PUT', '/tracking-setting', {
      body: { leastTripMetres: 2000, leastTripSeconds: 600, idleSpeed: 4, distanceSource: 'gps', stopSeconds: 1800 },
    });
    expect(set.body.data).toMatchObject({
      leastTripMetres: 2000,
      leastTripSeconds: 600,
      idleSpeed: 4,
      distanceSource: 'gps',
    });
    await customer.call('PUT', '/tracking-setting', { body: { gapSeconds: 300 } });
    // Every third minute is missing, then six minutes are.
    await app.kit.pool.query('DELETE FROM device_position WHERE device_id = $1 AND time > $2 AND time < $3', [
      device,
      iso(start + 40 * minuteMs),
      iso(start + 47 * minuteMs),
    ]);
    expect((await customer.call('POST', '/tracking-setting/rebuild', { body: { from: '2026-01-10' } })).status).toBe(
      201,
    );
    await makeAllSegments(app);
    const { total } = await sums(start, start + 4 * hourMs, 'total');
    expect([total.metres, total.gapMetres, total.nodataS]).toEqual([53_000, 7000, 420]);
  });

  test('of trips from before there were quarters are filled in the background, a share at a time; later ones stay', async () => {
    await drive(app, device, way);
    const exact = await stored();
    const drivenIn = (quarters: typeof exact) =>
      quarters.map(({ at, metres, drivingS, stoppedS, starts }) => [at, metres, drivingS, stoppedS, starts]);
    const cut = exact[7]?.at ?? 0;
    await app.kit.pool.query('DELETE FROM track_quarter WHERE quarter < $1', [iso(cut)]);
    await app.kit.pool.query('UPDATE track_quarter SET metres = metres + 1 WHERE device_id = $1', [device]);
    await app.kit.pool.query('UPDATE track_segment SET driving_s = NULL');
    await app.kit.pool.query('INSERT INTO track_quarter_fill (device_id) SELECT unnest($1::integer[])', [devices]);
    await makeSegments(app.kit);
    const filled = await stored();
    expect(drivenIn(filled.slice(0, 7))).toEqual(drivenIn(exact.slice(0, 7)));
    expect(filled.slice(7).map(({ metres }) => metres - 1)).toEqual(exact.slice(7).map(({ metres }) => metres));
    expect((await segments(start, start + 4 * hourMs)).map(({ drivingSeconds }) => drivingSeconds)).toEqual([
      0, 2400, 0, 1200, 0,
    ]);
    expect((await app.kit.pool.query('SELECT FROM track_quarter_fill')).rowCount).toBe(0);
  });

  test('of a device that goes on from before there were quarters are the same', async () => {
    await drive(app, device, way);
    const exact = await stored();
    await forgetDrives(app);
    await drive(app, device, way.slice(0, 140));
    await app.kit.pool.query(`UPDATE track_progress SET state = state - 'figures'`);
    await app.kit.pool.query('DELETE FROM track_quarter');
    await app.kit.pool.query('INSERT INTO track_quarter_fill (device_id) VALUES ($1)', [device]);
    await drive(app, device, way.slice(140));
    expect((await stored()).map(({ at, metres, drivingS, starts }) => [at, metres, drivingS, starts])).toEqual(
      exact.map(({ at, metres, drivingS, starts }) => [at, metres, drivingS, starts]),
    );
  });

  test('of hundreds of trips from before there were quarters are filled in shares', async () => {
    const many = Array.from({ length: 120 }, (): Part[] => [
      { minutes: 10, speed: 0 },
      { minutes: 13, speed: 30 },
    ]).flat();
    await drive(app, device, journey(start, many));
    const exact = await stored();
    const drivenIn = (quarters: typeof exact) =>
      quarters.map(({ at, metres, drivingS, stoppedS, starts, nodataS }) => [
        at,
        metres,
        drivingS,
        stoppedS,
        starts,
        nodataS,
      ]);
    await app.kit.pool.query('DELETE FROM track_quarter');
    await app.kit.pool.query('INSERT INTO track_quarter_fill (device_id) VALUES ($1)', [device]);
    await makeSegments(app.kit);
    expect(drivenIn(await stored())).toEqual(drivenIn(exact));
  });

  test('are dropped by months after 25 months', async () => {
    const old = Date.UTC(2023, 0, 15, 6);
    await app.kit.pool.query('SELECT rasid_track_quarter_month($1)', [iso(old)]);
    const add = (time: number) =>
      app.kit.pool.query(
        `INSERT INTO track_quarter (subject_type, subject_id, quarter, device_id, metres, gap_metres, driving_s, idle_s, stopped_s, nodata_s, starts, max_speed)
         VALUES ('device', $1, $2, $1, 0, 0, 0, 0, 900, 0, 0, 0)`,
        [device, iso(time)],
      );
    await add(old);
    // In a month that has no partition.
    await add(Date.UTC(2022, 5, 1));
    await add(Date.now() - 700 * dayMs);
    const dropped = await app.kit.pool.query(
      `SELECT rasid_drop_track_quarters(now() - interval '25 months') AS months`,
    );
    expect(dropped.rows[0].months).toBe(1);
    expect(await stored()).toHaveLength(1);
    await deleteOldTracks(app.kit);
    expect(await stored()).toHaveLength(1);
  });

  test('go with the positions of a person, and with those of 90 days of a device without a subscription', async () => {
    const days = (count: number) => Date.now() - count * dayMs;
    await drive(app, device, [
      ...journey(days(100), [{ minutes: 60, speed: 30 }]),
      ...journey(days(2), [{ minutes: 60, speed: 30 }]),
    ]);
    const metres = async () => (await stored()).reduce((all, quarter) => all + quarter.metres, 0);
    expect(await metres()).toBe(60_000);
    await deletePositionsWithoutToken(app.kit);
    expect(await metres()).toBe(60_000);
    await app.kit.pool.query('UPDATE device SET has_token = false WHERE id = $1', [device]);
    await deletePositionsWithoutToken(app.kit);
    expect(await metres()).toBe(30_000);
    await app.kit.pool.query('UPDATE device SET has_token = true WHERE id = $1', [device]);
    await inTurn(app.kit, (tx) => erasePlaces({ tx, kit: app.kit, afterCommit: () => undefined }, [device]));
    expect(await stored()).toEqual([]);
  });
});
