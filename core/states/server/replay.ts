import type { Tx } from '#platform/server/postgres/database.ts';
import type { Applied } from './apply-reports.ts';
import { deleteIntervals, type Held, insertIntervals, type Start, startsAround } from './interval-rows.ts';
import { keyOf } from './state-keys.ts';
import { type CurrentState, type Ended, type Report, StateMachine, unknownSince } from './state-machine.ts';
import { storedReports } from './stored-reports.ts';

/** A sensor whose past is to be rebuilt because of these reports. */
type Late = Applied & { late: readonly Report[] };
/** Late reports seldom change more than the intervals around them: this many after them are read first. */
const nearby = 4;

/**
 * Rebuilds the intervals of sensors from what is stored: around late reports, or all if they were never made. Returns
 * from when on the states of each row may be others.
 */
export async function replay(tx: Tx, all: readonly Late[]): Promise<Map<number, number>> {
  const correctedFrom = new Map<number, number>();
  if (all.length === 0) return correctedFrom;
  const around = await startsAround(
    tx,
    all.filter(({ row }) => row.made).map((one) => ({ ...keyed(one), ...span(one) })),
    nearby,
  );
  const parts = all.map((one) => partOf(one, around.get(keyOf(one)) ?? { last: null, next: [] }));
  const open = await remake(tx, parts);
  // Nothing of what was stored appears again in what was read, so all later intervals are made again.
  if (open.length > 0)
    await remake(
      tx,
      open.map((part) => ({ ...part, next: [] })),
    );
  for (const { one, start } of parts) correctedFrom.set(one.row.id, start?.from ?? Number.NEGATIVE_INFINITY);
  return correctedFrom;
}

const keyed = ({ deviceId, sensorId, channel }: Applied) => ({ deviceId, sensorId, channel });

/** The times before which a state is certain and after which it may be again. */
function span({ late, kept }: Late): { before: number; after: number } {
  const times = late.map(({ at }) => at);
  return { before: Math.min(...times) - kept.confirmMs, after: Math.max(...times) };
}

/** From `start`, null for the first report, to before one of the intervals of `next`, or to now if there is none. */
type Part = { one: Late; start: Held | null; next: readonly Start[] };

function partOf(one: Late, { last, next }: { last: Held | null; next: readonly Start[] }): Part {
  const { state, made } = one.row;
  if (!made) return { one, start: null, next: [] };
  const isCertain = state.since <= span(one).before && state.quality !== 'corrected';
  const start = isCertain ? { from: state.since, to: null, value: state.value, quality: state.quality } : last;
  return { one, start, next: next.length === nearby ? next : [] };
}

/** Rebuilds the intervals of each part. Returns the parts that have not come back to what was stored. */
async function remake(tx: Tx, parts: readonly Part[]): Promise<Part[]> {
  const reports = await storedReports(
    tx,
    parts.map(({ one, start, next }) => ({
      ...keyed(one),
      heartbeatId: one.kept.heartbeatId,
      unsureId: one.kept.unsureId,
      from: start?.from ?? null,
      until: next.at(-1)?.from ?? null,
      steady: start && { value: start.value, before: steadyUntil(one, start) },
    })),
  );
  const open: Part[] = [];
  const made: { one: Late; from: number | null; until: number | null; ended: Ended[] }[] = [];
  for (const part of parts) {
    const { one, start, next } = part;
    const machine = run(part, reports.get(keyOf(one)) ?? []);
    const from = start?.from ?? null;
    if (next.length === 0) {
      const now = Date.now();
      one.row.advancedAt = machine.advance(now) ? now : null;
      one.row.state = machine.current;
      made.push({ one, from, until: null, ended: machine.ended });
      continue;
    }
    // What the sensor reported before a correction decides what ends it.
    const same = next.findLast(
      ({ from: at, value, quality }) =>
        quality !== 'corrected' &&
        machine.ended.some((ended) => ended.from === at && ended.value === value && ended.quality === quality),
    );
    if (same) made.push({ one, from, until: same.from, ended: machine.ended.filter(({ from: at }) => at < same.from) });
    else open.push(part);
  }
  await deleteIntervals(
    tx,
    made.map(({ one, from, until }) => ({ ...keyed(one), from, until })),
  );
  await insertIntervals(
    tx,
    made.map(({ one, ended }) => ({ ...keyed(one), ended })),
  );
  return open;
}

/**
 * Until when a report of the state of an interval says that nothing else was known, so that a state that has lasted for
 * months is not read from its beginning: those readings may be beyond their retention.
 */
const steadyUntil = (one: Late, { to }: Held): number =>
  Math.min(span(one).before, (to ?? Number.POSITIVE_INFINITY) - 1);

function run({ one, start }: Part, reports: readonly Report[]): StateMachine {
  const [first] = reports;
  const begun = start ? begin(start, first) : unknownSince(first?.at ?? one.reports[0]?.at ?? one.row.state.since);
  const machine = new StateMachine(begun, one.kept);
  for (const report of reports) machine.report(report);
  return machine;
}

/** The state of an interval at the first report that was read. One that is unknown waits for any report. */
function begin({ from, value, quality }: Start, first: Report | undefined): CurrentState {
  const begun = { ...unknownSince(from), value, quality };
  return value === null ? begun : { ...begun, lastAt: first?.at ?? from, reported: value };
}
