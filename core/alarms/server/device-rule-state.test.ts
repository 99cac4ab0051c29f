import { describe, expect, test } from 'vitest';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { KnownDevice } from '#core/devices/server/api.ts';
import { type Weekday, weekdays } from '#platform/common/week-schedule.ts';
import type { Condition, Rule } from '../common/rule.ts';
import { DeviceRuleState, emptyOutcome, emptyState } from './device-rule-state.ts';
import { compile } from './predicate.ts';
import type { CompiledRule } from './rule-cache.ts';

const sensors: SensorType[] = [
  { id: 9001, key: 'level', unit: 'm', kind: 'number' },
  { id: 13, key: 'temperature', unit: '°C', kind: 'number' },
  { id: 9002, key: 'leak', unit: '', kind: 'boolean' },
  { id: 9003, key: 'mode', unit: '', kind: 'text' },
];
const sensorByKey = (key: string) => sensors.find((ruleFields) => ruleFields.key === key);
const device = { id: 7 } as KnownDevice;
const high: Condition = { sensor: 'level', is: '>', value: 3 };

function rule(changes: Partial<Rule> = {}): CompiledRule {
  const ruleFields: Rule = {
    id: 1,
    companyId: 1,
    app: 'sample',
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
    scheduleId: null,
    schedule: null,
    enabled: true,
    ...changes,
  };
  return {
    ...ruleFields,
    compile: ruleFields.condition ? compile(ruleFields.condition, ruleFields.hysteresis, sensorByKey) : null,
  };
}

type SendOptions = { at?: number; arrived?: number; now?: number; shown?: boolean };

/** Returns a function that evaluates one value per second and returns the outcome of each. */
function senderFor(...rules: CompiledRule[]) {
  const state = new DeviceRuleState(1, rules, emptyState());
  let time = 0;
  return (sensor: number, value: number | string, { at, arrived, now, shown = true }: SendOptions = {}) => {
    time = at ?? time + 1000;
    const isText = typeof value === 'string';
    return sendTo(
      state,
      { t: [time], s: [sensor], v: [isText ? null : value], w: [isText ? value : null] },
      { arrived, now, shown },
    );
  };
}

function sendTo(
  state: DeviceRuleState,
  points: { t: number[]; s: number[]; v: (number | null)[]; w?: (string | null)[] },
  { arrived, now, shown = true }: SendOptions = {},
) {
  const outcome = emptyOutcome();
  const r = arrived ?? Math.max(...points.t);
  state.evaluatePoints(device, { r, ...points }, shown, now ?? r, outcome);
  return {
    raised: [...outcome.hits.values()].map((hit) => hit.kind),
    cleared: [...outcome.cleared.values()].map((ruleFields) => ruleFields.kind),
    started: outcome.started.length,
    stopped: outcome.stopped.length,
  };
}
const nothing = { raised: [], cleared: [], started: 0, stopped: 0 };

describe('a simple alarm rule', () => {
  test('raises when its condition holds and clears when it does not', () => {
    const send = senderFor(rule());
    expect(send(9001, 2)).toEqual(nothing);
    expect(send(9001, 3.2).raised).toEqual(['level-high']);
    expect(send(9001, 2).cleared).toEqual(['level-high']);
  });

  test('hits with every value over the limit', () => {
    const send = senderFor(rule());
    expect([send(9001, 4).raised.length, send(9001, 4).raised.length]).toEqual([1, 1]);
  });

  test('with a hysteresis clears only beyond the band', () => {
    const send = senderFor(rule({ hysteresis: 0.5 }));
    send(9001, 3.1);
    expect(send(9001, 2.8).cleared).toEqual([]);
    expect(send(9001, 2.5).cleared).toEqual(['level-high']);
    expect(send(9001, 2.8).raised).toEqual([]);
  });

  test('ignores a late point', () => {
    const send = senderFor(rule());
    send(9001, 2, { at: 10_000 });
    expect(send(9001, 9, { at: 5000 })).toEqual(nothing);
  });

  test('raises status alarms but no operational alarms without an active token', () => {
    expect(senderFor(rule())(9001, 4, { shown: false })).toEqual(nothing);
    expect(senderFor(rule({ class: 'status' }))(9001, 4, { shown: false }).raised).toEqual(['level-high']);
  });
});

describe('conditions of alarm rules', () => {
  const holds = (condition: Condition, values: [number, number | string][]) =>
    compile(condition, 0, sensorByKey).test(new Map(values), false);

  test.each([
    ['>', 3, 3, false],
    ['>=', 3, 3, true],
    ['<', 3, 2.9, true],
    ['<=', 3, 3.1, false],
    ['=', 3, 3, true],
    ['!=', 3, 3, false],
  ] as const)('evaluate level %s %d with the value %d to %s', (is, value, actual, expected) => {
    expect(holds({ sensor: 'level', is, value }, [[9001, actual]])).toBe(expected);
  });

  test('compare booleans and texts', () => {
    expect(holds({ sensor: 'leak', is: '=', value: true }, [[9002, 1]])).toBe(true);
    expect(holds({ sensor: 'mode', is: '!=', value: 'on' }, [[9003, 'off']])).toBe(true);
  });

  test('joined by "all" and "any" are undecided without the value of a deciding sensor', () => {
    const warm: Condition = { sensor: 'temperature', is: '>', value: 30 };
    expect(
      holds({ all: [high, warm] }, [
        [9001, 4],
        [13, 31],
      ]),
    ).toBe(true);
    expect(
      holds({ all: [high, warm] }, [
        [9001, 4],
        [13, 20],
      ]),
    ).toBe(false);
    expect(holds({ all: [high, warm] }, [[9001, 4]])).toBeUndefined();
    expect(holds({ any: [high, warm] }, [[9001, 4]])).toBe(true);
    expect(holds({ any: [high, warm] }, [[9001, 1]])).toBeUndefined();
  });

  test('over two sensors use the latest value of each', () => {
    const send = senderFor(rule({ condition: { all: [high, { sensor: 'temperature', is: '>', value: 30 }] } }));
    expect(send(9001, 4)).toEqual(nothing);
    expect(send(13, 35).raised).toEqual(['level-high']);
    expect(send(9001, 1).cleared).toEqual(['level-high']);
  });
});

describe('a duration alarm rule', () => {
  const durationSender = () => senderFor(rule({ trigger: { type: 'duration', seconds: 60 } }));

  test('starts one timer and stops it when the condition ends first', () => {
    const send = durationSender();
    expect(send(9001, 4)).toEqual({ ...nothing, started: 1 });
    expect(send(9001, 4)).toEqual(nothing);
    expect(send(9001, 1)).toEqual({ ...nothing, stopped: 1 });
  });

  test('raises at once when late points of the device show the duration, in any order', () => {
    const minutes = [0, 20, 40, 60].map((seconds) => seconds * 1000);
    const late = { arrived: 3_600_000 };
    const lasted = { t: minutes, s: [9001, 9001, 9001, 9001], v: [4, 4, 4, 4] };
    const rules = [rule({ trigger: { type: 'duration', seconds: 60 } })];
    expect(sendTo(new DeviceRuleState(1, rules, emptyState()), lasted, late)).toEqual({
      ...nothing,
      raised: ['level-high'],
    });
    const backwards = { ...lasted, t: [...minutes].reverse(), v: [4, 4, 1, 4] };
    expect(sendTo(new DeviceRuleState(1, rules, emptyState()), backwards, late)).toEqual({ ...nothing, started: 1 });
  });

  test('continues with the start time from the database', () => {
    const rules = [rule({ trigger: { type: 'duration', seconds: 60 } })];
    const state = new DeviceRuleState(1, rules, { ...emptyState(), waiting: new Map([[1, 0]]) });
    const point = { t: [61_000], s: [9001], v: [4] };
    expect(sendTo(state, point)).toEqual({ ...nothing, raised: ['level-high'], stopped: 1 });
  });
});

describe('a repeating alarm rule', () => {
  test('raises with three hits within its period, not with three that are far apart', () => {
    const trigger = { type: 'repeating', times: 3, withinSeconds: 10 } as const;
    const close = senderFor(rule({ trigger }));
    expect([close(9001, 4).raised, close(9001, 4).raised, close(9001, 4).raised]).toEqual([[], [], ['level-high']]);
    const apart = senderFor(rule({ trigger }));
    expect([
      apart(9001, 4, { at: 1000 }).raised,
      apart(9001, 4, { at: 8000 }).raised,
      apart(9001, 4, { at: 16_000 }).raised,
    ]).toEqual([[], [], []]);
  });
});

describe('a repeating alarm rule after a restart', () => {
  const rules = [rule({ trigger: { type: 'repeating', times: 3, withinSeconds: 10 } })];
  const past = [1000, 2000].map((time) => ({ sensor: 9001, time, value: 4 }));
  const third = { t: [3000], s: [9001], v: [4] };
  const raisedAfter = (points: typeof past, countedUntil = new Map<string, number>()) => {
    const state = new DeviceRuleState(2, rules, emptyState());
    state.restoreHits(points, countedUntil, true);
    return sendTo(state, third).raised;
  };

  test('counts stored hits', () => {
    expect(raisedAfter(past)).toEqual(['level-high']);
    expect(raisedAfter(past.slice(1))).toEqual([]);
  });

  test('does not count hits of a raised alarm or hits before the condition ended', () => {
    expect(raisedAfter(past, new Map([['level-high', 1000]]))).toEqual([]);
    expect(
      raisedAfter([past[0], { sensor: 9001, time: 1500, value: 1 }, past[1]].flatMap((ruleFields) => ruleFields ?? [])),
    ).toEqual([]);
  });
});

describe('wrong clocks', () => {
  const base = Date.parse('2026-05-01T12:00:00Z');

  test('a message dated five minutes ahead does not block later values', () => {
    const send = senderFor(rule());
    expect(send(9001, 2, { at: base + 290_000, arrived: base })).toEqual(nothing);
    expect(send(9001, 4, { at: base + 1000, arrived: base + 1010 }).raised).toEqual(['level-high']);
  });

  test('values from a server clock that was ahead do not block later values', () => {
    const send = senderFor(rule());
    const ahead = base + 7_200_000;
    expect(send(9001, 2, { at: ahead, arrived: ahead, now: ahead })).toEqual(nothing);
    expect(send(9001, 4, { at: base, arrived: base, now: base }).raised).toEqual(['level-high']);
  });

  test('a late value of a sensor is compared with its own latest value only', () => {
    const send = senderFor(rule());
    send(13, 20, { at: 10_000 });
    expect(send(9001, 4, { at: 9000, arrived: 10_500 }).raised).toEqual(['level-high']);
  });
});

describe('two alarm rules of one kind', () => {
  test('clear only when neither holds', () => {
    const send = senderFor(
      rule(),
      rule({ id: 2, condition: { sensor: 'level', is: '>', value: 2 }, severity: 'poor' }),
    );
    send(9001, 3.5);
    expect(send(9001, 2.5).cleared).toEqual([]);
    expect(send(9001, 1).cleared).toEqual(['level-high']);
  });
});

test('an alarm rule raises no alarm outside the hours of its schedule', () => {
  const day = (name: Weekday) =>
    ({ Friday: [{ start: '22:00', end: '23:59' }], Saturday: [{ start: '00:00', end: '06:00' }] })[name as 'Friday'] ??
    [];
  const night = {
    timeZone: 'Asia/Dubai',
    week: weekdays.map((name) => ({ name, periods: day(name) })),
    seasons: [],
    holidays: [],
  };
  const send = senderFor(rule({ schedule: night }));
  expect(send(9001, 4, { at: Date.parse('2026-05-01T10:00:00Z') })).toEqual(nothing);
  expect(send(9001, 4, { at: Date.parse('2026-05-01T19:00:00Z') }).raised).toEqual(['level-high']);
  expect(send(9001, 4, { at: Date.parse('2026-05-02T02:00:00Z') }).cleared).toEqual(['level-high']);
});
