import { expect, test } from 'vitest';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { RadioTraps, trapFrame } from './radio-traps.ts';
import { virtualTraps } from './virtual-traps.ts';

const serial = '70B3D5E600000006';

type Act = NonNullable<ReturnType<NonNullable<typeof virtualTraps.acts>>>;

/** What a trap reports in so many minutes, with the values that it has after each. */
function reports(of: string, minutes: number): Act[] {
  const memory = { key: Buffer.alloc(32), serial: of, index: 0, kept: new Map<string, unknown>() };
  const values = new Map<string, string | boolean | number>([['hits', 42]]);
  const done: Act[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const act = virtualTraps.acts?.(2801, minute * minuteMs, memory, values);
    if (!act) continue;
    for (const [key, value] of Object.entries(act.values ?? {})) values.set(key, value);
    done.push(act);
  }
  return done;
}

test('a trap that lives is hit, loses frames, sets itself again, shakes, is heard twice and serviced', () => {
  const kinds = reports(serial, 120).map(({ events = [] }) => events.map(({ kind }) => kind).join(' '));
  expect(kinds).toEqual([
    ...['hit', 'rearm', 'hit', 'rearm', 'hit rearm', 'hit', 'rearm', 'hit hit', 'rearm', 'service', 'hit', 'rearm'],
  ]);
  const counters = reports(serial, 60).flatMap(({ events = [] }) =>
    events.flatMap(({ kind, data }) => (kind === 'hit' ? [(data as { counter: number }).counter] : [])),
  );
  expect(counters).toEqual([43, 46, 47, 48]);
});

test('a doubled frame has one name', () => {
  const doubled = reports(serial, 120).find(({ events = [] }) => events.length === 2 && events[1]?.kind === 'hit');
  expect(new Set(doubled?.events?.map(({ id }) => id)).size).toBe(1);
});

test('a trap that only waits goes off once, and most say nothing but that they are there', () => {
  expect(reports('70B3D5E60000000B', 120)).toHaveLength(1);
  expect(reports('70B3D5E600000010', 120)).toEqual([]);
});

test('a frame has the ten bytes of TrapSense', () => {
  const frame = trapFrame('hit', { counter: 42, at: Date.parse('2026-09-21T14:13:20Z'), sprung: true, body: true });
  expect(Buffer.from(frame, 'base64').toString('hex').toUpperCase()).toBe('010398002A056AB13B80');
});

test('the radio network loses frames of a trap, hears one twice, and each trap is heard at the start', async () => {
  const sent: { serial: string; bytes: Buffer; twice: boolean }[] = [];
  const network = {
    twice: false,
    async uplink(of: string, { data = '' }: { data?: string }) {
      sent.push({ serial: of, bytes: Buffer.from(data, 'base64'), twice: this.twice });
      return [200];
    },
  };
  const traps = new RadioTraps(
    network,
    new Map([
      ['A1', 7],
      ['A2', 9],
    ]),
  );
  for (let minute = 0; minute < 120; minute++) await traps.tick(minute * minuteMs, minute * minuteMs);
  expect(sent.filter(({ serial: of }) => of === 'A2')[0]?.bytes[0]).toBe(2);
  const counters = sent.filter(({ serial: of, bytes }) => of === 'A1' && bytes[0] === 1).map(({ bytes }) => bytes[4]);
  expect(counters.slice(0, 4)).toEqual([8, 11, 12, 13]);
  expect(sent.filter(({ serial: of, twice }) => of === 'A1' && twice)).toHaveLength(1);
});
