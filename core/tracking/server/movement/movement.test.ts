import { describe, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { drive, storeDrive } from '#main/testing/tracking/test-drive.ts';
import {
  app,
  at,
  device,
  devices,
  journey,
  movement,
  seconds,
  segments,
  setZone,
  stored,
  sums,
  withVehicles,
} from '#main/testing/tracking/test-vehicles.ts';
import { countStatements } from '#main/testing.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Movement } from '../../common/tracking.ts';
import { inTurn } from '../segments/segment-lock.ts';
import { subjectSums } from './quarter-sums.ts';

withVehicles();

const driven = ['metres', 'gapMetres', 'drivingS', 'idleS', 'stoppedS', 'nodataS', 'starts'] as const;
const added = (parts: readonly Movement['total'][]) =>
  Object.fromEntries(driven.map((key) => [key, parts.reduce((all, part) => all + part[key], 0)]));
const ofKeys = (total: Movement['total']) => Object.fromEntries(driven.map((key) => [key, total[key]]));

describe('the movement of a device', () => {
  test.each([
    ['Asia/Dubai', '2026-01-09T20:00Z', [96, 96, 96, 96, 96, 96, 96]],
    ['Asia/Kathmandu', '2026-01-09T18:15Z', [96, 96, 96, 96, 96, 96, 96]],
    ['Africa/Cairo', '2026-04-17T22:00Z', [96, 96, 96, 96, 96, 96, 92]],
    ['Africa/Cairo', '2026-10-23T21:00Z', [96, 96, 96, 96, 96, 100, 96]],
    ['Europe/Berlin', '2026-10-23T22:00Z', [96, 100, 96, 96, 96, 96, 96]],
  ])(
    'of a week from Saturday in %s from %s is exactly the sum of its days, and that of a day of its hours',
    async (zone, from, lengths) => {
      await setZone(zone);
      const start = at(from);
      // Days of different lengths in time, with trips over midnight.
      for (let day = -1; day < 8; day++)
        await storeDrive(
          app,
          device,
          journey(start + day * dayMs + 21 * hourMs + day * 7 * minuteMs + 333, [
            { minutes: 9, speed: 0, ignition: true },
            { minutes: 187 + day * 3, speed: 41 + day },
            { minutes: 20, speed: 0 },
          ]).map((fix) => ({ ...fix, metres: fix.metres + day * 1000 })),
        );
      await makeAllSegments(app);
      const week = await sums(
        start,
        start + 7 * dayMs + (lengths.reduce((a, b) => a + b, 0) - 672) * 15 * minuteMs,
        'week',
      );
      expect(week.buckets).toHaveLength(1);
      const days = await sums(at(week.buckets[0]?.from ?? ''), at(week.buckets[0]?.to ?? ''), 'day');
      expect(days.buckets.map((day) => (at(day.to) - at(day.from)) / minuteMs / 15)).toEqual(lengths);
      expect(added(days.buckets)).toEqual(ofKeys(week.total));
      expect(week.total.metres).toBeGreaterThan(500_000);
      expect(ofKeys(days.total)).toEqual(ofKeys(week.total));
      const day = days.buckets[1];
      const hours = await sums(at(day?.from ?? ''), at(day?.to ?? ''), 'hour');
      expect(added(hours.buckets)).toEqual(added(day ? [day] : []));
      for (const quarter of (await stored()).slice(0, -1)) expect(seconds(quarter)).toBe(900);
    },
  );

  test('counts a trip from 23:50 to 00:20 once, on the day of its start, and its metres on both days', async () => {
    const midnight = at('2026-01-11T20:00Z');
    await drive(
      app,
      device,
      journey(midnight - 20 * minuteMs, [
        { minutes: 10, speed: 0 },
        { minutes: 30, speed: 60 },
        { minutes: 20, speed: 0 },
      ]),
    );
    const { buckets, total } = await sums(midnight - dayMs, midnight + dayMs, 'day');
    expect(buckets.map(({ metres, starts, drivingS }) => [metres, starts, drivingS])).toEqual([
      [10_000, 1, 600],
      [20_000, 0, 1200],
    ]);
    const [trip] = (await segments(midnight - dayMs, midnight + dayMs)).filter(({ kind }) => kind === 'trip');
    expect([trip?.metres, trip?.drivingSeconds]).toEqual([total.metres, total.drivingS]);
    expect(trip?.meanSpeed).toBeCloseTo(60);
  });

  test('is for those who may see the device, for periods of whole quarters within limits, by buckets that exist', async () => {
    const from = at('2026-01-09T20:00Z');
    const status = async (...asked: Parameters<typeof movement>) => {
      const { status, body } = await movement(...asked);
      return [status, body.errors?.[0]?.param, body.errors?.[0]?.msg];
    };
    const viewer = await app.signIn('viewer@rasid.test');
    const [seen] = (await viewer.call('GET', '/sample/device?limit=1')).body.data;
    expect((await status(from, from + dayMs, 'day', viewer, seen.id))[0]).toBe(200);
    expect((await status(from, from + dayMs, 'day', await app.signIn('other@rasid.test')))[0]).toBe(404);
    expect(await status(from + minuteMs, from + dayMs, 'day')).toEqual([418, 'from', 'wholeQuarters']);
    expect(await status(from, from + dayMs + minuteMs, 'day')).toEqual([418, 'to', 'wholeQuarters']);
    expect(await status(from, from, 'day')).toEqual([418, 'to', 'toAfterFrom']);
    expect(await status(from, from + 3 * dayMs, 'hour')).toEqual([418, 'to', 'daysCount']);
    expect(await status(from, from + 93 * dayMs, 'day')).toEqual([418, 'to', 'daysCount']);
    expect((await status(from, from + 93 * dayMs, 'week'))[0]).toBe(200);
    expect((await status(from, from + dayMs, 'year'))[0]).toBe(418);
  });

  test('is hidden while the device has no active subscription', async () => {
    await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [device]);
    app.kit.signals.send('device.changed', { id: device });
    const from = at('2026-01-09T20:00Z');
    expect(await sums(from, from + dayMs, 'day')).toMatchObject({ hidden: 'no-active-token', buckets: [] });
    await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [device]);
    app.kit.signals.send('device.changed', { id: device });
  });

  test('takes one statement for the sums of any number of devices and buckets', async () => {
    const from = at('2026-01-09T20:00Z');
    await sums(from, from + hourMs, 'hour');
    const few = await countStatements(app, () => sums(from, from + hourMs, 'hour'));
    for (const one of devices) await storeDrive(app, one, journey(from, [{ minutes: 200, speed: 30 }]));
    await makeAllSegments(app);
    expect(await countStatements(app, () => sums(from, from + 92 * dayMs, 'day'))).toBe(few);
    const query = { subjects: { type: 'device', ids: devices }, from, to: from + dayMs };
    const ofDevices = await inTurn(app.kit, (tx) => subjectSums(tx, query));
    expect([...ofDevices.keys()].sort((a, b) => a - b)).toEqual([...devices].sort((a, b) => a - b));
    const { total } = await sums(from, from + dayMs, 'total');
    expect(ofDevices.get(device)).toEqual(total);
  });
});
