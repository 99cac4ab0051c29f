import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnownDevice } from '#core/devices/server/api.ts';
import type { SensorType } from '#platform/common/define-app.ts';
import { decode } from './decode.ts';

const sensors: SensorType[] = [
  { id: 11, key: 'level', unit: 'm', kind: 'number', min: 0, max: 30, solutions: [2] },
  { id: 22, key: 'leak', unit: '', kind: 'boolean', solutions: [3] },
  { id: 164, key: 'valve', unit: '', kind: 'text', solutions: [10] },
];
const device = { id: 7, sensors: new Map(sensors.map((sensor) => [sensor.key, sensor])) } as unknown as KnownDevice;
const now = Date.parse('2026-05-01T12:00:00Z');
const faultsOf = (payload: unknown) =>
  decode(device, typeof payload === 'string' ? payload : JSON.stringify(payload), now).faults;

describe('a message', () => {
  test('with its own time keeps it', () => {
    expect(decode(device, '{"ts":1777636800000,"values":{"level":3.2}}', now)).toEqual({
      measured: { d: 7, r: now, t: [1777636800000], s: [11], v: [3.2] },
      faults: [],
    });
  });

  test('without a time was measured when it arrived', () => {
    expect(decode(device, '{"level":1}', now).measured.t).toEqual([now]);
  });

  test('may hold several moments', () => {
    const { measured } = decode(
      device,
      JSON.stringify([
        { ts: now - 2000, values: { level: 1 } },
        { ts: now - 1000, values: { level: 2, leak: true } },
      ]),
      now,
    );
    expect(measured).toMatchObject({ t: [now - 2000, now - 1000, now - 1000], s: [11, 11, 22], v: [1, 2, 1] });
  });

  test('keeps words of text sensors beside numbers', () => {
    expect(decode(device, '{"level":1,"valve":"open"}', now).measured).toMatchObject({
      v: [1, null],
      w: [null, 'open'],
    });
  });

  test.each([
    ['broken JSON', '{"level":', [{ param: '', msg: 'broken-json' }]],
    ['a bare number', '5', [{ param: '', msg: 'not-an-object' }]],
    ['nothing', {}, [{ param: 'values', msg: 'no-values' }]],
    ['an unknown sensor', { values: { salt: 1 } }, [{ param: 'values.salt', msg: 'unknown-sensor' }]],
    ['text for a number', { values: { level: 'high' } }, [{ param: 'values.level', msg: 'not-a-number' }]],
    ['a number for text', { valve: 1 }, [{ param: 'valve', msg: 'not-a-text' }]],
    ['a value that no device measures', { level: 31 }, [{ param: 'level', msg: 'out-of-range' }]],
    ['a far-future time', { ts: now + 600_000, values: { level: 1 } }, [{ param: 'ts', msg: 'future-time' }]],
    ['a time two years ago', { ts: now - 730 * 86_400_000, values: { level: 1 } }, [{ param: 'ts', msg: 'too-old' }]],
    ['a time in words', { ts: 'noon', values: { level: 1 } }, [{ param: 'ts', msg: 'bad-time' }]],
    ['a megabyte', `"${'a'.repeat(1_000_000)}"`, [{ param: '', msg: 'too-large' }]],
    [
      'the name of a prototype',
      { values: JSON.parse('{"__proto__": 1, "constructor": 2}') },
      [
        { param: 'values.__proto__', msg: 'unknown-sensor' },
        { param: 'values.constructor', msg: 'unknown-sensor' },
      ],
    ],
  ])('with %s is refused with its reason', (_what, payload, expected) => {
    expect(faultsOf(payload)).toEqual(expected);
  });

  test('keeps its good points when others are at fault', () => {
    const { measured, faults } = decode(device, '{"level":2,"salt":1}', now);
    expect(measured.v).toEqual([2]);
    expect(faults).toEqual([{ param: 'salt', msg: 'unknown-sensor' }]);
  });

  test('of any bytes never throws and never yields a point outside what sensors measure', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (payload) => {
        const { measured } = decode(device, payload, now);
        for (const [i, sensor] of measured.s.entries())
          if (sensor === 11) expect(measured.v[i]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
