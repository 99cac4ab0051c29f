import { describe, expect, test } from 'vitest';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { KnownDevice } from '#core/devices/server/api.ts';
import { type Weekday, weekdays } from '#platform/common/week-schedule.ts';
import type { Condition, Rule } from '../common/rule.ts';
import { compile } from './predicate.ts';
import type { CompiledRule } from './rules.ts';
import { emptyOutcome, unknownState, WatchedDevice } from './watched-device.ts';

const sensors: SensorType[] = [
  { id: 9001, key: 'level', unit: 'm', kind: 'number' },
  { id: 13, key: 'temperature', unit: '°C', kind: 'number' },
  { id: 9002, key: 'leak', unit: '', kind: 'boolean' },
  { id: 9003, key: 'mode', unit: '', kind: 'text' },
];
const named = (key: string) => sensors.find((one) => one.key === key);
const device = { id: 7 } as KnownDevice;
const high: Condition = { sensor: 'level', is: '>', value: 3 };

function rule(changes: Partial<Rule> = {}): CompiledRule {
  const one: Rule = {
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
  return { ...one, compiled: one.condition ? compile(one.condition, one.hysteresis, named) : null };
}

type Sent = { at?: number; arrived?: number; now?: number; shown?: boolean };

/** Feeds one value of one sensor a second and tells what each asked for. */
function watch(...rules: CompiledRule[]) {
  const watched = new WatchedDevice(1, rules, unknownState());
  let time = 0;
  return (sensor: number, value: number | string, { at, arrived, now, shown = true }: Sent = {}) => {
    time = at ?? time + 1000;
    const word = typeof value === 'string';
    return sendTo(
      watched,
      { t: [time], s: [sensor], v: [word ? null : value], w: [word ? value : null] },
      { arrived, now, shown },
    );
  };
}

function sendTo(
  watched: WatchedDevice,
  points: { t: number[]; s: number[]; v: (number | null)[]; w?: (string | null)[] },
  { arrived, now, shown = true }: Sent = {},
) {
  const out = emptyOutcome();
  const r = arrived ?? Math.max(...points.t);
  watched.take(device, { r, ...points }, shown, now ?? r, out);
  return {
    raised: [...out.hits.values()].map((hit) => hit.kind),
    cleared: [...out.cleared.values()].map((one) => one.kind),
    started: out.started.length,
    stopped: out.stopped.length,
  };
}
const nothing = { raised: [], cleared: [], started: 0, stopped: 0 };

describe('a simple rule', () => {
  test('raises when its condition holds and clears when it does not', () => {
    const send = watch(rule());
    expect(send(9001, 2)).toEqual(nothing);
    expect(send(9001, 3.2).raised).toEqual(['level-high']);
    expect(send(9001, 2).cleared).toEqual(['level-high']);
  });

  test('hits again with every value over the limit', () => {
    const send = watch(rule());
    expect([send(9001, 4).raised.length, send(9001, 4).raised.length]).toEqual([1, 1]);
  });

  test('with a hysteresis band clears only beyond the band', () => {
    const send = watch(rule({ hysteresis: 0.5 }));
    send(9001, 3.1);
    expect(send(9001, 2.8).cleared).toEqual([]);
    expect(send(9001, 2.5).cleared).toEqual(['level-high']);
    expect(send(9001, 2.8).raised).toEqual([]);
  });

  test('passes over a late point: it tells nothing about now', () => {
    const send = watch(rule());
    send(9001, 2, { at: 10_000 });
    expect(send(9001, 9, { at: 5000 })).toEqual(nothing);
  });

  test('raises no operational alarm without an active token, but a status alarm', () => {
    expect(watch(rule())(9001, 4, { shown: false })).toEqual(nothing);
    expect(watch(rule({ class: 'status' }))(9001, 4, { shown: false }).raised).toEqual(['level-high']);
  });
});

describe('conditions', () => {
  const holds = (condition: Condition, values: [number, number | string][]) =>
    compile(condition, 0, named).test(new Map(values), false);

  test.each([
    ['>', 3, 3, false],
    ['>=', 3, 3, true],
    ['<', 3, 2.9, true],
    ['<=', 3, 3.1, false],
    ['=', 3, 3, true],
    ['!=', 3, 3, false],
  ] as const)('level %s %d with %d is %s', (is, value, actual, expected) => {
    expect(holds({ sensor: 'level', is, value }, [[9001, actual]])).toBe(expected);
  });

  test('compare booleans and words', () => {
    expect(holds({ sensor: 'leak', is: '=', value: true }, [[9002, 1]])).toBe(true);
    expect(holds({ sensor: 'mode', is: '!=', value: 'on' }, [[9003, 'off']])).toBe(true);
  });

  test('joined by and need all, by or need one, and wait for a sensor that never reported', () => {
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

  test('over two sensors are judged with each one’s newest value', () => {
    const send = watch(rule({ condition: { all: [high, { sensor: 'temperature', is: '>', value: 30 }] } }));
    expect(send(9001, 4)).toEqual(nothing);
    expect(send(13, 35).raised).toEqual(['level-high']);
    expect(send(9001, 1).cleared).toEqual(['level-high']);
  });
});

describe('a duration rule', () => {
  const lasting = () => watch(rule({ trigger: { type: 'duration', seconds: 60 } }));

  test('starts a timer once and stops it when the condition ends first', () => {
    const send = lasting();
    expect(send(9001, 4)).toEqual({ ...nothing, started: 1 });
    expect(send(9001, 4)).toEqual(nothing);
    expect(send(9001, 1)).toEqual({ ...nothing, stopped: 1 });
  });

  test('is over once the device itself says that it lasted, however late and in whatever order that comes', () => {
    const minutes = [0, 20, 40, 60].map((seconds) => seconds * 1000);
    const late = { arrived: 3_600_000 };
    const lasted = { t: minutes, s: [9001, 9001, 9001, 9001], v: [4, 4, 4, 4] };
    const rules = [rule({ trigger: { type: 'duration', seconds: 60 } })];
    expect(sendTo(new WatchedDevice(1, rules, unknownState()), lasted, late)).toEqual({
      ...nothing,
      raised: ['level-high'],
    });
    const backwards = { ...lasted, t: [...minutes].reverse(), v: [4, 4, 1, 4] };
    expect(sendTo(new WatchedDevice(1, rules, unknownState()), backwards, late)).toEqual({ ...nothing, started: 1 });
  });

  test('goes on where the database says that it began', () => {
    const rules = [rule({ trigger: { type: 'duration', seconds: 60 } })];
    const watched = new WatchedDevice(1, rules, { ...unknownState(), waiting: new Map([[1, 0]]) });
    const point = { t: [61_000], s: [9001], v: [4] };
    expect(sendTo(watched, point)).toEqual({ ...nothing, raised: ['level-high'], stopped: 1 });
  });
});

describe('a repeating rule', () => {
  test('raises with the third hit within its time, not with three that are far apart', () => {
    const trigger = { type: 'repeating', times: 3, withinSeconds: 10 } as const;
    const close = watch(rule({ trigger }));
    expect([close(9001, 4).raised, close(9001, 4).raised, close(9001, 4).raised]).toEqual([[], [], ['level-high']]);
    const apart = watch(rule({ trigger }));
    expect([
      apart(9001, 4, { at: 1000 }).raised,
      apart(9001, 4, { at: 8000 }).raised,
      apart(9001, 4, { at: 16_000 }).raised,
    ]).toEqual([[], [], []]);
  });
});

describe('a repeating rule that begins anew', () => {
  const rules = [rule({ trigger: { type: 'repeating', times: 3, withinSeconds: 10 } })];
  const past = [1000, 2000].map((time) => ({ sensor: 9001, time, value: 4 }));
  const third = { t: [3000], s: [9001], v: [4] };
  const raisedAfter = (points: typeof past, countedUntil = new Map<string, number>()) => {
    const watched = new WatchedDevice(2, rules, unknownState());
    watched.recall(points, countedUntil, true);
    return sendTo(watched, third).raised;
  };

  test('counts the hits that are stored', () => {
    expect(raisedAfter(past)).toEqual(['level-high']);
    expect(raisedAfter(past.slice(1))).toEqual([]);
  });

  test('leaves out those that an alarm has counted, and those before the condition ended', () => {
    expect(raisedAfter(past, new Map([['level-high', 1000]]))).toEqual([]);
    expect(raisedAfter([past[0], { sensor: 9001, time: 1500, value: 1 }, past[1]].flatMap((one) => one ?? []))).toEqual(
      [],
    );
  });
});

describe('clocks that are wrong', () => {
  const base = Date.parse('2026-05-01T12:00:00Z');

  test('a message that is dated five minutes ahead does not blind the rules until then', () => {
    const send = watch(rule());
    expect(send(9001, 2, { at: base + 290_000, arrived: base })).toEqual(nothing);
    expect(send(9001, 4, { at: base + 1000, arrived: base + 1010 }).raised).toEqual(['level-high']);
  });

  test('values that the server took while its own clock was ahead do not blind the rules afterwards', () => {
    const send = watch(rule());
    const ahead = base + 7_200_000;
    expect(send(9001, 2, { at: ahead, arrived: ahead, now: ahead })).toEqual(nothing);
    expect(send(9001, 4, { at: base, arrived: base, now: base }).raised).toEqual(['level-high']);
  });

  test('a sensor that reports late is judged by its own newest value, whatever others reported since', () => {
    const send = watch(rule());
    send(13, 20, { at: 10_000 });
    expect(send(9001, 4, { at: 9000, arrived: 10_500 }).raised).toEqual(['level-high']);
  });
});

describe('two rules of one kind', () => {
  test('clear only when neither holds', () => {
    const send = watch(rule(), rule({ id: 2, condition: { sensor: 'level', is: '>', value: 2 }, severity: 'poor' }));
    send(9001, 3.5);
    expect(send(9001, 2.5).cleared).toEqual([]);
    expect(send(9001, 1).cleared).toEqual(['level-high']);
  });
});

test('outside the hours of its schedule a rule raises nothing', () => {
  const day = (name: Weekday) =>
    ({ Friday: [{ start: '22:00', end: '23:59' }], Saturday: [{ start: '00:00', end: '06:00' }] })[name as 'Friday'] ??
    [];
  const night = {
    timeZone: 'Asia/Dubai',
    week: weekdays.map((name) => ({ name, periods: day(name) })),
    seasons: [],
    holidays: [],
  };
  const send = watch(rule({ schedule: night }));
  expect(send(9001, 4, { at: Date.parse('2026-05-01T10:00:00Z') })).toEqual(nothing);
  expect(send(9001, 4, { at: Date.parse('2026-05-01T19:00:00Z') }).raised).toEqual(['level-high']);
  expect(send(9001, 4, { at: Date.parse('2026-05-02T02:00:00Z') }).cleared).toEqual(['level-high']);
});
