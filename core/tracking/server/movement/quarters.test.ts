import { describe, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { drive, forgetDrives, makeOnce, storeDrive } from '#main/testing/tracking/test-drive.ts';
import {
  app,
  at,
  company,
  device,
  devices,
  journey,
  seconds,
  segments,
  stored,
  sums,
  withVehicles,
} from '#main/testing/tracking/test-vehicles.ts';
import { countStatements } from '#main/testing.ts';
import { hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { inTurn } from '../segments/segment-lock.ts';
import { makeSegments } from '../segments/segments.ts';
import { recordDue } from '../track-rows.ts';
import { subjectSums } from './quarter-sums.ts';
import { recordSilence } from './silence.ts';

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

  test('of a late position change with its trip, which gets the next version; others keep theirs', async () => {
    const late = way[45];
    if (!late) throw new Error('no position');
    await drive(
      app,
      device,
      way.filter((one) => one !== late).map((one) => ({ ...one, metres: one.metres })),
    );
    const before = await segments(start, start + 4 * hourMs);
    expect(before.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    const sum = async () => (await sums(start, start + 4 * hourMs, 'total')).total.metres;
    const metres = await sum();
    // On the way, which changes nothing.
    await drive(app, device, [{ ...late, metres: late.metres + 800 }]);
    expect(await segments(start, start + 4 * hourMs)).toMatchObject(
      before.map(({ version, metres }) => ({ version, metres })),
    );
    // A detour.
    await drive(app, device, [{ time: late.time + 30_000, metres: late.metres }]);
    expect((await segments(start, start + 4 * hourMs)).map(({ kind, version }) => `${kind} ${version}`)).toEqual([
      'stop 1',
      'trip 2',
      'stop 1',
      'trip 1',
      'stop 1',
    ]);
    expect(await sum()).toBeGreaterThan(metres);
  });

  test('after a late position stay as they are where it changes nothing, while those behind it wait for their turn', async () => {
    const many = journey(start, [
      ...Array.from({ length: 16 }, () => [
        { minutes: 40, speed: 0 },
        { minutes: 40, speed: 30 },
      ]).flat(),
    ]);
    await drive(app, device, many);
    const before = await stored();
    await storeDrive(app, device, [{ time: start + 1000, metres: 0 }]);
    await makeOnce(app);
    expect((await app.kit.pool.query('SELECT FROM track_due')).rowCount).toBe(1);
    const sumsOf = (quarters: typeof before) => quarters.map(({ at, metres, drivingS }) => [at, metres, drivingS]);
    // Only the quarter of the last position that was read is not complete.
    expect((await stored()).length).toBe(before.length);
    await makeAllSegments(app);
    expect(sumsOf(await stored())).toEqual(sumsOf(before));
  });

  test('of a device that is offline have no data since its last position, until it reports again', async () => {
    const last = Math.floor((Date.now() - 3 * hourMs) / minuteMs) * minuteMs + 20_000;
    const moving = journey(last - 40 * minuteMs, [{ minutes: 40, speed: 30 }]);
    await drive(app, device, moving);
    await app.kit.pool.query(`UPDATE device SET connection = 'online' WHERE id = $1`, [device]);
    const before = await stored();
    await recordSilence(app.kit);
    expect(await stored()).toEqual(before);
    await app.kit.pool.query(`UPDATE device SET connection = 'offline' WHERE id = $1`, [device]);
    for (let n = 0; n < 2; n++) {
      await recordSilence(app.kit);
      const silent = await stored();
      expect(silent.map(seconds)).toEqual(silent.map(() => 900));
      const now = Math.floor(Date.now() / 900_000) * 900_000;
      expect(silent.at(-1)?.at).toBe(now - 900_000);
      expect(silent.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
    // It stood there: what was without data was a stop.
    const again = { time: last + 2 * hourMs, metres: moving.at(-1)?.metres ?? 0 };
    await drive(app, device, [again]);
    expect((await stored()).reduce((all, quarter) => all + quarter.nodataS, 0)).toBe(before[0]?.nodataS);
  });

  test('of a tracker that is moved at noon leave the morning with the first vehicle', async () => {
    const noon = at('2026-01-10T08:07:30Z');
    const fitted = (van: number, from: number, to: number | null) =>
      app.kit.pool.query(
        `INSERT INTO fitting (company_id, app_id, device_id, subject_type, subject_id, main, from_at, to_at)
         VALUES ($1, 'sample', $2, 'van', $3, true, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))`,
        [company, device, van, from, to],
      );
    const taken = () => app.kit.pool.query('DELETE FROM fitting WHERE device_id = $1', [device]);
    await fitted(1, at('2026-01-01T00:00Z'), noon);
    await fitted(2, noon, null);
    const moved = journey(start, [
      { minutes: 100, speed: 60 },
      { minutes: 27, speed: 30 },
      { minutes: 10, speed: 0 },
      { minutes: 23, speed: 30 },
    ]);
    // The quarter in which it is moved comes in parts.
    for (const [from, to] of [
      [0, 129],
      [129, 131],
      [131, moved.length],
    ] as const)
      await drive(app, device, moved.slice(from, to));
    const of = async (id: number) => {
      const query = { subjects: { type: 'van', ids: [id] }, from: start, to: start + 4 * hourMs };
      return (await inTurn(app.kit, (tx) => subjectSums(tx, query))).get(id);
    };
    expect((await of(1))?.metres).toBe(100_000 + 27 * 500);
    expect((await of(1))?.drivingS).toBe(127 * 60);
    expect((await of(1))?.stoppedS).toBe(30);
    expect((await of(2))?.metres).toBe(23 * 500);
    expect((await of(2))?.stoppedS).toBe(9.5 * 60);
    const { total } = await sums(start, start + 4 * hourMs, 'total');
    expect(total.metres).toBe(125_000);
    // The tracker has been moved an hour earlier: what it reported since then is the second vehicle's.
    const earlier = noon - hourMs;
    await taken();
    await fitted(1, at('2026-01-01T00:00Z'), earlier);
    await fitted(2, earlier, null);
    await inTurn(app.kit, (tx) => recordDue(tx, [{ device, from: earlier }]));
    await makeAllSegments(app);
    expect([(await of(1))?.metres, (await of(2))?.metres]).toEqual([67_500, 57_500]);
    await taken();
    await inTurn(app.kit, (tx) => recordDue(tx, [{ device, from: start }]));
    await makeAllSegments(app);
    expect((await stored()).every(({ subject }) => subject === 'device')).toBe(true);
  });

  test('take the same statements for any number of devices', async () => {
    const make = async (count: number) => {
      await forgetDrives(app);
      for (const one of devices.slice(0, count))
        await storeDrive(
          app,
          one,
          way.map((fix) => ({ ...fix, ignition: true, odometerKm: 10 })),
        );
      return countStatements(app, () => makeSegments(app.kit));
    };
    expect(await make(6)).toBe(await make(1));
  });
});
