import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import { decode } from './decode.ts';

const sensors: SensorType[] = [
  { id: 9001, key: 'level', unit: 'm', kind: 'number', min: 0, max: 30 },
  { id: 9002, key: 'leak', unit: '', kind: 'boolean' },
  { id: 9003, key: 'mode', unit: '', kind: 'text' },
];
const device = {
  id: 7,
  paths: new Map(),
  usualPath: null,
  sensors: new Map(sensors.map((sensor) => [sensor.key, sensor])),
} as unknown as CachedDevice;
const now = Date.parse('2026-05-01T12:00:00Z');
const faultsOf = (payload: unknown) =>
  decode(device, typeof payload === 'string' ? payload : JSON.stringify(payload), now).faults;

describe('a telemetry message', () => {
  test('with a time keeps it', () => {
    expect(decode(device, '{"ts":1777636800000,"values":{"level":3.2}}', now)).toEqual({
      measured: { d: 7, r: now, t: [1777636800000], s: [9001], v: [3.2] },
      faults: [],
    });
  });

  test('without a time has the time of its arrival', () => {
    expect(decode(device, '{"level":1}', now).measured.t).toEqual([now]);
  });

  test('can contain several times', () => {
    const { measured } = decode(
      device,
      JSON.stringify([
        { ts: now - 2000, values: { level: 1 } },
        { ts: now - 1000, values: { level: 2, leak: true } },
      ]),
      now,
    );
    expect(measured).toMatchObject({ t: [now - 2000, now - 1000, now - 1000], s: [9001, 9001, 9002], v: [1, 2, 1] });
  });

  test('can contain texts as well as numbers', () => {
    expect(decode(device, '{"level":1,"mode":"on"}', now).measured).toMatchObject({
      v: [1, null],
      w: [null, 'on'],
    });
  });

  test.each([
    ['broken JSON', '{"level":', [{ param: '', msg: 'broken-json' }]],
    ['a bare number', '5', [{ param: '', msg: 'not-an-object' }]],
    ['nothing', {}, [{ param: 'values', msg: 'no-values' }]],
    ['an unknown sensor', { values: { salt: 1 } }, [{ param: 'values.salt', msg: 'unknown-sensor' }]],
    ['text for a number', { values: { level: 'high' } }, [{ param: 'values.level', msg: 'not-a-number' }]],
    ['a number for text', { mode: 1 }, [{ param: 'mode', msg: 'not-a-text' }]],
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
  ])('with %s is refused with a reason', (_what, payload, expected) => {
    expect(faultsOf(payload)).toEqual(expected);
  });

  test.each([
    ['U+0000 in a text', '{"mode":"a\\u0000b"}', { param: 'mode', msg: 'not-a-text' }],
    ['half of a surrogate pair in a text', '{"mode":"\\ud800"}', { param: 'mode', msg: 'not-a-text' }],
    ['a number beyond all numbers', '{"level":1e400}', { param: 'level', msg: 'not-a-number' }],
    ['a boolean that is neither 0 nor 1', '{"leak":0.5}', { param: 'leak', msg: 'out-of-range' }],
    ['a byte order mark', '\ufeff{"level":1}', { param: '', msg: 'broken-json' }],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      { param: '', msg: 'broken-json' },
    ],
    ['U+0000 in a key', '{"le\\u0000vel":1}', { param: 'le\ufffdvel', msg: 'unknown-sensor' }],
    ['half of a surrogate pair in a key', '{"\\udc00":1}', { param: '\ufffd', msg: 'unknown-sensor' }],
  ])('with %s is refused with a reason that can be stored', (_what, payload, expected) => {
    const { measured, faults } = decode(device, payload, now);
    expect([measured.t, faults]).toEqual([[], [expected]]);
  });

  test('with thousands of faults reports fifty of them', () => {
    const values = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [i, 1]));
    expect(faultsOf({ values })).toHaveLength(50);
  });

  test('keeps its valid points if others are invalid', () => {
    const { measured, faults } = decode(device, '{"level":2,"salt":1}', now);
    expect(measured.v).toEqual([2]);
    expect(faults).toEqual([{ param: 'salt', msg: 'unknown-sensor' }]);
  });

  test('of random content never throws and never yields a point outside the range of its sensor', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (payload) => {
        const { measured } = decode(device, payload, now);
        for (const [i, sensor] of measured.s.entries())
          if (sensor === 9001) expect(measured.v[i]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
