import { describe, expect, test } from 'vitest';
import type { KnownDevice } from '#core/devices/server/api.ts';
import type { SensorType } from '#platform/common/define-app.ts';
import type { Condition, Rule } from '../common/rule.ts';
import { compile, withinSchedule } from './predicate.ts';
import type { CompiledRule } from './rules.ts';
import { emptyOutcome, WatchedDevice } from './watched-device.ts';

const sensors: SensorType[] = [
  { id: 11, key: 'level', unit: 'm', kind: 'number', solutions: [] },
  { id: 13, key: 'temperature', unit: '°C', kind: 'number', solutions: [] },
  { id: 22, key: 'leak', unit: '', kind: 'boolean', solutions: [] },
  { id: 164, key: 'valve', unit: '', kind: 'text', solutions: [] },
];
const registry = {
  byId: new Map(sensors.map((one) => [one.id, one])),
  byKey: new Map(sensors.map((one) => [one.key, one])),
};
const device = { id: 7 } as KnownDevice;
const high: Condition = { sensor: 'level', is: '>', value: 3 };

function rule(changes: Partial<Rule> = {}): CompiledRule {
  const one: Rule = {
    id: 1,
    companyId: 1,
    app: 'swam',
    class: 'operational',
    kind: 'level-high',
    severity: 'problem',
    solutionId: null,
    hardwareId: null,
    structureId: null,
    deviceId: null,
    condition: high,
    trigger: { type: 'simple' },
    hysteresis: 0,
    schedule: null,
    enabled: true,
    ...changes,
  };
  return { ...one, compiled: one.condition ? compile(one.condition, one.hysteresis, registry) : null };
}

/** Feeds one value of one sensor a second and tells what each asked for. */
function watch(...rules: CompiledRule[]) {
  const watched = new WatchedDevice(1, rules, { values: new Map(), active: new Set(), waiting: new Set() });
  let time = 0;
  return (sensor: number, value: number | string, options: { at?: number; shown?: boolean } = {}) => {
    time = options.at ?? time + 1000;
    const out = emptyOutcome();
    watched.take(
      device,
      [time],
      [sensor],
      [typeof value === 'number' ? value : null],
      [typeof value === 'string' ? value : null],
      options.shown ?? true,
      out,
    );
    return {
      raised: [...out.hits.values()].map((hit) => hit.kind),
      cleared: [...out.cleared.values()].map((one) => one.kind),
      started: out.started.length,
      stopped: out.stopped.length,
    };
  };
}
const nothing = { raised: [], cleared: [], started: 0, stopped: 0 };

describe('a simple rule', () => {
  test('raises when its condition holds and clears when it does not', () => {
    const send = watch(rule());
    expect(send(11, 2)).toEqual(nothing);
    expect(send(11, 3.2).raised).toEqual(['level-high']);
    expect(send(11, 2).cleared).toEqual(['level-high']);
  });

  test('hits again with every value over the limit', () => {
    const send = watch(rule());
    expect([send(11, 4).raised.length, send(11, 4).raised.length]).toEqual([1, 1]);
  });

  test('with a hysteresis band clears only beyond the band', () => {
    const send = watch(rule({ hysteresis: 0.5 }));
    send(11, 3.1);
    expect(send(11, 2.8).cleared).toEqual([]);
    expect(send(11, 2.5).cleared).toEqual(['level-high']);
    expect(send(11, 2.8).raised).toEqual([]);
  });

  test('passes over a late point: it tells nothing about now', () => {
    const send = watch(rule());
    send(11, 2, { at: 10_000 });
    expect(send(11, 9, { at: 5000 })).toEqual(nothing);
  });

  test('raises no operational alarm without an active token, but a status alarm', () => {
    expect(watch(rule())(11, 4, { shown: false })).toEqual(nothing);
    expect(watch(rule({ class: 'status' }))(11, 4, { shown: false }).raised).toEqual(['level-high']);
  });
});

describe('conditions', () => {
  const holds = (condition: Condition, values: [number, number | string][]) =>
    compile(condition, 0, registry).test(new Map(values), false);

  test.each([
    ['>', 3, 3, false],
    ['>=', 3, 3, true],
    ['<', 3, 2.9, true],
    ['<=', 3, 3.1, false],
    ['=', 3, 3, true],
    ['!=', 3, 3, false],
  ] as const)('level %s %d with %d is %s', (is, value, actual, expected) => {
    expect(holds({ sensor: 'level', is, value }, [[11, actual]])).toBe(expected);
  });

  test('compare booleans and words', () => {
    expect(holds({ sensor: 'leak', is: '=', value: true }, [[22, 1]])).toBe(true);
    expect(holds({ sensor: 'valve', is: '!=', value: 'open' }, [[164, 'closed']])).toBe(true);
  });

  test('joined by and need all, by or need one, and wait for a sensor that never reported', () => {
    const warm: Condition = { sensor: 'temperature', is: '>', value: 30 };
    expect(
      holds({ all: [high, warm] }, [
        [11, 4],
        [13, 31],
      ]),
    ).toBe(true);
    expect(
      holds({ all: [high, warm] }, [
        [11, 4],
        [13, 20],
      ]),
    ).toBe(false);
    expect(holds({ all: [high, warm] }, [[11, 4]])).toBeUndefined();
    expect(holds({ any: [high, warm] }, [[11, 4]])).toBe(true);
    expect(holds({ any: [high, warm] }, [[11, 1]])).toBeUndefined();
  });

  test('over two sensors are judged with each one’s newest value', () => {
    const send = watch(rule({ condition: { all: [high, { sensor: 'temperature', is: '>', value: 30 }] } }));
    expect(send(11, 4)).toEqual(nothing);
    expect(send(13, 35).raised).toEqual(['level-high']);
    expect(send(11, 1).cleared).toEqual(['level-high']);
  });
});

describe('a duration rule', () => {
  const lasting = () => watch(rule({ trigger: { type: 'duration', seconds: 60 } }));

  test('starts a timer once and stops it when the condition ends first', () => {
    const send = lasting();
    expect(send(11, 4)).toEqual({ ...nothing, started: 1 });
    expect(send(11, 4)).toEqual(nothing);
    expect(send(11, 1)).toEqual({ ...nothing, stopped: 1 });
  });
});

describe('a repeating rule', () => {
  test('raises with the third hit within its time, not with three that are far apart', () => {
    const trigger = { type: 'repeating', times: 3, withinSeconds: 10 } as const;
    const close = watch(rule({ trigger }));
    expect([close(11, 4).raised, close(11, 4).raised, close(11, 4).raised]).toEqual([[], [], ['level-high']]);
    const apart = watch(rule({ trigger }));
    expect([
      apart(11, 4, { at: 1000 }).raised,
      apart(11, 4, { at: 8000 }).raised,
      apart(11, 4, { at: 16_000 }).raised,
    ]).toEqual([[], [], []]);
  });
});

describe('two rules of one kind', () => {
  test('clear only when neither holds', () => {
    const send = watch(rule(), rule({ id: 2, condition: { sensor: 'level', is: '>', value: 2 }, severity: 'poor' }));
    send(11, 3.5);
    expect(send(11, 2.5).cleared).toEqual([]);
    expect(send(11, 1).cleared).toEqual(['level-high']);
  });
});

describe('a schedule', () => {
  const night = { days: [5], from: '22:00', to: '06:00', timeZone: 'Asia/Dubai' };

  test.each([
    ['2026-05-01T18:30:00Z', true, 'Friday 22:30 in Dubai'],
    ['2026-05-01T17:30:00Z', false, 'Friday 21:30'],
    ['2026-05-02T01:00:00Z', true, 'Saturday 05:00, the night of Friday'],
    ['2026-05-02T18:30:00Z', false, 'Saturday 22:30'],
  ])('at %s is %s: %s', (at, expected) => {
    expect(withinSchedule(night, Date.parse(at))).toBe(expected);
  });

  test('keeps a rule quiet outside its hours', () => {
    const send = watch(rule({ schedule: night }));
    expect(send(11, 4, { at: Date.parse('2026-05-01T10:00:00Z') })).toEqual(nothing);
    expect(send(11, 4, { at: Date.parse('2026-05-01T19:00:00Z') }).raised).toEqual(['level-high']);
  });
});
