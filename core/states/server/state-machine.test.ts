import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Report, StateMachine, unknownSince } from './state-machine.ts';

const second = 1000;
const rules = { confirmMs: 30 * second, unknownAfterMs: 3600 * second };
type Sent = [at: number, value: number | null, by?: Report['by']];
const reports = (sent: readonly Sent[]): Report[] =>
  sent.map(([at, value, by = 'sensor']) => ({ at: at * second, value, by }));

/** The intervals at a time in seconds: from, to, value and quality. */
function statesOf(sent: readonly Sent[], until: number) {
  const machine = new StateMachine(unknownSince((sent[0]?.[0] ?? 0) * second), rules);
  for (const report of reports(sent)) machine.report(report);
  machine.advance(until * second);
  const { since, value, quality } = machine.current;
  return [...machine.ended, { from: since, to: until * second, value, quality }].map(
    ({ from, to, value: state, quality: known }) => [from / second, to / second, state, known],
  );
}

test('a change counts from its first report once it has lasted for the time of confirmation', () => {
  const sent: Sent[] = [
    [0, 0],
    [100, 1],
  ];
  expect(statesOf(sent, 129).at(-1)).toEqual([0, 129, 0, 'bounded']);
  expect(statesOf(sent, 130).slice(-2)).toEqual([
    [0, 100, 0, 'bounded'],
    [100, 130, 1, 'measured'],
  ]);
});

test('a change that the sensor takes back in time was none, and the same value again changes nothing', () => {
  expect(
    statesOf(
      [
        [0, 0],
        [100, 1],
        [120, 0],
        [140, 1],
        [165, 1],
        [169, 0],
        [400, 0],
      ],
      500,
    ),
  ).toEqual([[0, 500, 0, 'bounded']]);
});

test('the state is unknown after the silence, and what is sent then began at an unknown time', () => {
  expect(
    statesOf(
      [
        [0, 1],
        [60, 1],
        [9000, 1],
      ],
      9100,
    ),
  ).toEqual([
    [0, 3660, 1, 'bounded'],
    [3660, 9000, null, 'measured'],
    [9000, 9100, 1, 'bounded'],
  ]);
});

test('silence before the confirmation of a change leaves the change out', () => {
  const brief = new StateMachine(unknownSince(0), { confirmMs: 60 * second, unknownAfterMs: 40 * second });
  for (const report of reports([
    [0, 0],
    [30, 0],
    [65, 0],
    [90, 1],
  ]))
    brief.report(report);
  brief.advance(500 * second);
  expect(brief.ended.map(({ from, to, value }) => [from / second, to / second, value])).toEqual([[0, 130, 0]]);
  expect(brief.current).toMatchObject({ value: null, since: 130 * second, changing: null });
});

test('a change is confirmed at the moment at which the silence begins', () => {
  const machine = new StateMachine(unknownSince(0), { confirmMs: 60 * second, unknownAfterMs: 60 * second });
  for (const report of reports([[0, 1]])) machine.report(report);
  machine.advance(60 * second);
  expect(machine.ended).toEqual([{ from: 0, to: 60 * second, value: 1, quality: 'bounded' }]);
  expect(machine.current).toMatchObject({ value: null, since: 60 * second });
});

test('a change sent by a sign of life began some time before', () => {
  expect(
    statesOf(
      [
        [0, 1],
        [600, 0, 'heartbeat'],
      ],
      700,
    ),
  ).toEqual([
    [0, 600, 1, 'bounded'],
    [600, 700, 0, 'bounded'],
  ]);
});

test('a sensor that does not know makes the state unknown at once', () => {
  expect(
    statesOf(
      [
        [0, 1],
        [50, null],
        [60, null],
        [70, 1],
      ],
      200,
    ),
  ).toEqual([
    [0, 50, 1, 'bounded'],
    [50, 70, null, 'measured'],
    [70, 200, 1, 'measured'],
  ]);
});

test('what a person says holds, also through silence, until the sensor reports a change', () => {
  const sent: Sent[] = [
    [0, 1],
    [100, 0, 'person'],
    [200, 1],
  ];
  expect(statesOf(sent, 20_000).slice(1)).toEqual([[100, 20_000, 0, 'corrected']]);
  expect(statesOf([...sent, [300, 0], [400, 1]], 500).slice(1)).toEqual([
    [100, 300, 0, 'corrected'],
    [300, 400, 0, 'measured'],
    [400, 500, 1, 'measured'],
  ]);
});

test('the same reports make the same intervals however time is divided, and these follow each other without a gap', () => {
  const sent = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom<Sent[1]>(0, 1, 2, null),
      fc.constantFrom<Report['by']>('sensor', 'sensor', 'heartbeat', 'person'),
    ),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(sent, fc.array(fc.integer({ min: 0, max: 25_000 }), { maxLength: 20 }), (all, looks) => {
      const sorted = [...new Map(all.map((one) => [one[0], one])).values()].sort((a, b) => a[0] - b[0]);
      const divided = new StateMachine(unknownSince((sorted[0]?.[0] ?? 0) * second), rules);
      const steps = [
        ...reports(sorted).map((report) => ({ at: report.at, run: () => divided.report(report) })),
        ...looks.map((at) => ({ at: at * second, run: () => divided.advance(at * second) })),
      ].sort((a, b) => a.at - b.at);
      for (const { run } of steps) run();
      divided.advance(30_000 * second);
      const whole = new StateMachine(unknownSince((sorted[0]?.[0] ?? 0) * second), rules);
      for (const report of reports(sorted)) whole.report(report);
      whole.advance(30_000 * second);
      expect([divided.ended, divided.current]).toEqual([whole.ended, whole.current]);
      for (const [i, { from, to }] of whole.ended.entries()) {
        expect(to).toBeGreaterThan(from);
        expect(whole.ended[i + 1]?.from ?? whole.current.since).toBe(to);
      }
    }),
    { numRuns: 300 },
  );
});
