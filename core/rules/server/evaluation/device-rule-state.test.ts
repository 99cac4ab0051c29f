import { describe, expect, test } from 'vitest';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { CachedDevice, SensorRegistry } from '#core/devices/server/api.ts';
import { type Weekday, weekdays } from '#platform/common/time/week-schedule.ts';
import type { Condition } from '../../common/condition.ts';
import type { Level, Rule } from '../../common/rule.ts';
import { narrowestRules } from '../definitions/narrowest-rules.ts';
import { type CompiledRule, compileRule } from '../definitions/rule-cache.ts';
import { compile } from '../predicates/predicate.ts';
import { noFacts } from '../predicates/test-facts.ts';
import { DeviceRuleState } from './device-rule-state.ts';
import { emptyRuleState } from './device-values.ts';
import { emptyOutcome } from './rule-outcome.ts';

const sensors: SensorType[] = [
  { id: 9001, key: 'level', unit: 'm', kind: 'number' },
  { id: 13, key: 'temperature', unit: '°C', kind: 'number' },
  { id: 9002, key: 'leak', unit: '', kind: 'boolean' },
  { id: 9003, key: 'mode', unit: '', kind: 'text' },
];
const sensorByKey = (key: string) => sensors.find((sensor) => sensor.key === key);
const device = { id: 7, reporting: { movingSeconds: 60, parkedSeconds: 60 }, moving: null } as CachedDevice;
const registry = { named: (_: string, key: string) => sensorByKey(key) } as SensorRegistry;
const high: Condition = { sensor: 'level', is: '>', value: 3 };
const simple = { type: 'simple' } as const;

const anywhere = { solutionId: null, hardwareId: null, templateVersionId: null, structureId: null, deviceId: null };
const unset = { names: null, scheduleId: null, schedule: null, actions: [], message: null };

type Changes = Partial<Rule> & Partial<Level>;
/** A rule with one level, unless the changes have others. */
function rule(
  { severity = 'problem', condition = high, trigger = simple, ...changes }: Changes = {},
  technical = false,
): CompiledRule {
  return compileRule(
    {
      id: 1,
      companyId: 1,
      app: 'sample',
      class: 'operational',
      kind: 'level-high',
      ...anywhere,
      ...unset,
      levels: [{ severity, condition, trigger }],
      clear: { forSeconds: 0 },
      ...changes,
    },
    registry,
    technical,
  );
}

type SendOptions = { at?: number; arrived?: number; now?: number; shown?: boolean };

/** Returns a function that evaluates one value per second and returns the outcome of each. */
function senderFor(...rules: CompiledRule[]) {
  const state = new DeviceRuleState(1, rules, emptyRuleState());
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
    cleared: [...outcome.cleared.values()].map((cleared) => cleared.kind),
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

  test('with a clear band clears only beyond the band', () => {
    const send = senderFor(rule({ condition: { ...high, clearBand: 0.5 } }));
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
    expect(senderFor(rule({}, true))(9001, 4, { shown: false }).raised).toEqual(['level-high']);
  });
});

describe('conditions of alarm rules', () => {
  const holds = (condition: Condition, values: [number, number | string][]) =>
    compile(condition, sensorByKey).test({ ...noFacts, value: (sensor) => new Map(values).get(sensor) }, false);

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
    expect(sendTo(new DeviceRuleState(1, rules, emptyRuleState()), lasted, late)).toEqual({
      ...nothing,
      raised: ['level-high'],
    });
    const backwards = { ...lasted, t: [...minutes].reverse(), v: [4, 4, 1, 4] };
    expect(sendTo(new DeviceRuleState(1, rules, emptyRuleState()), backwards, late)).toEqual({
      ...nothing,
      started: 1,
    });
  });

  test('continues with the start time from the database', () => {
    const rules = [rule({ trigger: { type: 'duration', seconds: 60 } })];
    const state = new DeviceRuleState(1, rules, { ...emptyRuleState(), waiting: new Map([['1/0', 0]]) });
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
    const state = new DeviceRuleState(2, rules, emptyRuleState());
    state.restore(device, points, countedUntil, true);
    return sendTo(state, third).raised;
  };

  test('counts stored hits', () => {
    expect(raisedAfter(past)).toEqual(['level-high']);
    expect(raisedAfter(past.slice(1))).toEqual([]);
  });

  test('does not count hits of a raised alarm or hits before the condition ended', () => {
    expect(raisedAfter(past, new Map([['level-high', 1000]]))).toEqual([]);
    expect(
      raisedAfter([past[0], { sensor: 9001, time: 1500, value: 1 }, past[1]].flatMap((point) => point ?? [])),
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

describe('the levels of an alarm rule', () => {
  const above = (severity: Level['severity'], value: number): Level => ({
    severity,
    condition: { sensor: 'level', is: '>', value },
    trigger: simple,
  });
  const ladder = [above('ok', 1), above('poor', 2), above('problem', 3)];
  const severitiesOf = (rules: CompiledRule[], values: [at: number, value: number][], stored = emptyRuleState()) => {
    const state = new DeviceRuleState(1, rules, stored);
    return values.map(([at, value]) => {
      const outcome = emptyOutcome();
      state.evaluatePoints(device, { r: at, t: [at], s: [9001], v: [value] }, true, at, outcome);
      const { hits, lowered, cleared } = outcome;
      return cleared.size > 0 ? 'cleared' : [...lowered.values(), ...hits.values()].map(({ severity }) => severity);
    });
  };

  test('raise one alarm from severity to severity, and lower it when the worst level ends', () => {
    const values: [number, number][] = [1.5, 2.5, 3.5, 2.5, 0.5].map((value, at) => [(at + 1) * 1000, value]);
    expect(severitiesOf([rule({ levels: ladder })], values)).toEqual([
      ['ok'],
      ['poor'],
      ['problem'],
      ['poor'],
      'cleared',
    ]);
  });

  test('lower the severity and clear only after the time of the rule without the level', () => {
    const patient = [rule({ levels: ladder, clear: { forSeconds: 60 } })];
    const values: [number, number][] = [
      [1000, 3.5],
      [2000, 0.5],
      [30_000, 3.5],
      [31_000, 0.5],
      [90_000, 0.5],
      [91_000, 0.5],
    ];
    expect(severitiesOf(patient, values)).toEqual([['problem'], [], ['problem'], [], [], 'cleared']);
  });

  test('are restored from the severity of the stored alarm after a restart', () => {
    const stored = { ...emptyRuleState(), active: new Map([['level-high', 'poor'] as const]) };
    expect(severitiesOf([rule({ levels: ladder })], [[1000, 0.5]], stored)).toEqual(['cleared']);
  });

  test('carry the limit that was crossed and the value', () => {
    const outcome = emptyOutcome();
    new DeviceRuleState(1, [rule({ levels: ladder })], emptyRuleState()).evaluatePoints(
      device,
      { r: 1000, t: [1000], s: [9001], v: [2.5] },
      true,
      1000,
      outcome,
    );
    expect([...outcome.hits.values()]).toMatchObject([
      { severity: 'poor', sensor: 'level', value: 2.5, limit: { sensor: 'level', operator: '>', value: 2 } },
    ]);
  });
});

test('predicates joined by "any" clear each by its own band', () => {
  const send = senderFor(
    rule({
      condition: {
        any: [
          { sensor: 'level', is: '>', value: 1200, clearBand: 50 },
          { sensor: 'temperature', is: '>', value: 55, clearBand: 5 },
        ],
      },
    }),
  );
  send(9001, 1000);
  expect(send(13, 56).raised).toEqual(['level-high']);
  expect(send(13, 51).cleared).toEqual([]);
  expect(send(13, 49).cleared).toEqual(['level-high']);
  expect(send(9001, 1201).raised).toEqual(['level-high']);
  expect(send(9001, 1151).cleared).toEqual([]);
  expect(send(9001, 1149).cleared).toEqual(['level-high']);
});

describe('other predicates of alarm rules', () => {
  test('a change is the difference to the value interpolated at the beginning of its period', () => {
    const send = senderFor(rule({ condition: { change: 'level', overSeconds: 60, by: 2 } }));
    expect(send(9001, 1, { at: 1000 }).raised).toEqual([]);
    expect(send(9001, 9, { at: 31_000 }).raised).toEqual([]);
    // 60 s before, halfway between the two values, it was 5.
    expect(send(9001, 6.9, { at: 76_000 }).raised).toEqual([]);
    expect(send(9001, 11.1, { at: 91_000 }).raised).toEqual(['level-high']);
    expect(send(9001, 9, { at: 92_000 }).cleared).toEqual(['level-high']);
  });

  test('a change over a silence longer than its period starts from the last value before the silence', () => {
    const hourMs = 3_600_000;
    const send = senderFor(rule({ condition: { change: 'level', overSeconds: 600, by: -15 } }));
    for (const hour of [0, 1, 2]) expect(send(9001, 60, { at: hour * hourMs }).raised).toEqual([]);
    expect(send(9001, 40, { at: 3 * hourMs }).raised).toEqual(['level-high']);
    expect(send(9001, 40, { at: 4 * hourMs }).cleared).toEqual(['level-high']);
  });

  test('a fall is a change too', () => {
    const send = senderFor(rule({ condition: { change: 'level', overSeconds: 60, by: -2 } }));
    send(9001, 9, { at: 0 });
    expect(send(9001, 12, { at: 60_000 }).raised).toEqual([]);
    expect(send(9001, 6, { at: 120_000 }).raised).toEqual(['level-high']);
  });

  test('a value is compared with a list, and with another sensor plus an offset', () => {
    const listed = senderFor(rule({ condition: { sensor: 'mode', is: 'in', value: ['off', 'fault'] } }));
    expect(listed(9003, 'on').raised).toEqual([]);
    expect(listed(9003, 'fault').raised).toEqual(['level-high']);
    const related = senderFor(
      rule({ condition: { sensor: 'level', is: '>', value: { sensor: 'temperature', offset: 5 } } }),
    );
    related(13, 20);
    expect(related(9001, 25).raised).toEqual([]);
    expect(related(9001, 25.1).raised).toEqual(['level-high']);
  });

  test('a silence ends with the next message, even if its points are late', () => {
    const state = new DeviceRuleState(1, [rule({ condition: { noDataFrom: null, seconds: 30 } })], {
      ...emptyRuleState(),
      times: new Map([[9001, 5000]]),
      lastMessage: 5000,
    });
    const evaluateAt = (now: number) => {
      const outcome = emptyOutcome();
      state.evaluateNow(device, { shown: true, now }, outcome);
      return outcome.hits.size;
    };
    expect([evaluateAt(34_000), evaluateAt(35_000)]).toEqual([0, 1]);
    expect(sendTo(state, { t: [4000], s: [9001], v: [1] }, { arrived: 36_000 }).cleared).toEqual(['level-high']);
  });
});

describe('a stale value', () => {
  const both: Condition = { all: [high, { sensor: 'temperature', is: '>', value: 30 }] };

  test('makes its predicate unknown, which neither raises nor clears', () => {
    const send = senderFor(rule({ condition: both }));
    send(13, 35, { at: 0 });
    expect(send(9001, 4, { at: 181_000 })).toEqual(nothing);
    expect(send(13, 35, { at: 182_000 }).raised).toEqual(['level-high']);
    expect(send(9001, 4, { at: 400_000 })).toEqual(nothing);
    expect(send(9001, 2, { at: 401_000 }).cleared).toEqual(['level-high']);
  });

  test('does not raise when a duration is due, and the duration starts again', () => {
    const state = new DeviceRuleState(1, [rule({ trigger: { type: 'duration', seconds: 600 } })], emptyRuleState());
    sendTo(state, { t: [0], s: [9001], v: [4] });
    const outcome = emptyOutcome();
    state.evaluateNow(device, { shown: true, now: 600_000, due: new Set(['1/0']) }, outcome);
    expect([outcome.hits.size, outcome.stopped.length]).toEqual([0, 1]);
    expect(sendTo(state, { t: [601_000], s: [9001], v: [4] })).toEqual({ ...nothing, started: 1 });
  });
});

describe('of several rules of one kind', () => {
  test('the narrowest that concerns the device holds', () => {
    const tank = { id: 7, app: 'sample', solutionId: 901, hardwareId: 90101, templateVersionId: 12, structureId: 3 };
    const rules = [
      rule({ id: 1, solutionId: 901 }),
      rule({ id: 2, structureId: 3 }),
      rule({ id: 3, structureId: 4 }),
      rule({ id: 4, deviceId: 8 }),
      rule({ id: 5, kind: 'leak' }),
    ];
    const ids = (all: CompiledRule[], at = tank) => narrowestRules(all, at).map(({ id }) => id);
    expect(ids(rules)).toEqual([2, 5]);
    expect(ids(rules, { ...tank, structureId: 9 })).toEqual([1, 5]);
    const ofTemplate = [...rules, rule({ id: 7, templateVersionId: 12 }), rule({ id: 8, templateVersionId: 13 })];
    expect(ids(ofTemplate)).toEqual([2, 5]);
    expect(ids(ofTemplate, { ...tank, structureId: 9 })).toEqual([5, 7]);
    expect(ids([...rules, rule({ id: 6, deviceId: 7 })])).toEqual([5, 6]);
  });
});
