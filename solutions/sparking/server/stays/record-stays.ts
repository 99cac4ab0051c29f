import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { looksOf } from '../alarms/stay-looks.ts';
import { occupiedSensor } from '../locations/slot-sources.ts';
import { chargingIn, chargingOf, statesOfSlots } from './charging.ts';
import { type BayState, type DerivedStay, deriveStays, longestGapMs, mergedStates } from './derive-stays.ts';
import type { Interval } from './kept-intervals.ts';
import { storePast } from './kept-past.ts';
import { type SlotFacts, slotFacts } from './slot-facts.ts';
import { deleteStays, type NewStay, type StoredStay, staysSince, storeStays } from './stored-stays.ts';
import { settleMs } from './times.ts';

/**
 * A bay whose states have changed from a time on, in ms since 1970; -Infinity for all. `states`: those of its sensor since
 * then, as the change reports them; without them they are read.
 */
export type Touched = { id: number; from: number; states?: readonly BayState[] | null | undefined };
type Sources = readonly (readonly BayState[])[];
/** A bay with what is stored and what has become of it. */
export type Derived = {
  slot: SlotFacts;
  start: number;
  states: BayState[];
  /** The states of each of its sources. */
  sources: Sources;
  before: StoredStay[];
  stays: DerivedStay[];
};
/** A stay that lasted before and does not any more. */
export type EndedStay = { slot: SlotFacts; stay: StoredStay; at: number };
export type Recorded = {
  derived: readonly Derived[];
  changed: readonly NewStay[];
  ended: readonly EndedStay[];
  /** What is known of each bay, for the minutes in which it may waver at least. */
  intervals: ReadonlyMap<number, readonly Interval[]>;
};

/** Locks bays, in an order that all transactions share, so that their stays are brought up to date one after the other. */
export async function lockSlots({ tx }: Pick<Emitting, 'tx'>, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM sparking_slot t WHERE t.id = ANY (${ids}::integer[]) ORDER BY t.id FOR NO KEY UPDATE`.execute(
    tx,
  );
  // With what due work has noted about them.
  await sql`SELECT FROM sparking_stay s WHERE s.slot_id = ANY (${ids}::integer[]) AND s.to_at IS NULL ORDER BY s.slot_id FOR UPDATE`.execute(
    tx,
  );
}

/**
 * Brings the stays in bays, which the caller has locked, up to date with the states of what watches them, in a number of
 * statements that does not depend on how many they are. Runs as the role that sees all rows.
 */
export async function recordStays({ tx }: Pick<Emitting, 'tx'>, touched: readonly Touched[]): Promise<Recorded> {
  const touchedOf = new Map(touched.map((one) => [one.id, one]));
  const slots = await slotFacts(tx, [...touchedOf.keys()]);
  if (slots.length === 0) return { derived: [], changed: [], ended: [], intervals: new Map() };
  const starts = slots.map((slot) => ({
    slot,
    id: slot.id,
    start: Math.max(touchedOf.get(slot.id)?.from ?? Number.NEGATIVE_INFINITY, watchedFrom(slot)),
  }));
  const stored = await staysSince(tx, starts);
  const parts = starts.map(({ slot, start }) => {
    const reported = slot.sources.length === 1 ? (touchedOf.get(slot.id)?.states ?? []) : [];
    return { slot, start, reported, ...anchored(stored.get(slot.id) ?? [], start, reported[0]) };
  });
  const from = Math.min(...parts.map(({ readFrom }) => readFrom));
  const states = await statesSince(tx, parts);
  const derived = parts.map(({ slot, start, readFrom, before, begun }): Derived => {
    const sources = states.get(slot.id) ?? [];
    const merged = since(mergedStates(sources), watchedFrom(slot));
    return { slot, start, states: merged, sources, before, stays: deriveStays(since(merged, readFrom), begun) };
  });
  const firsts = derived.flatMap(({ stays }) => stays[0]?.from ?? []);
  const charging = await chargingIn(tx, slots, Math.min(from, ...firsts));
  const changed = derived.flatMap((one) => changesOf(one, charging.get(one.slot.id) ?? []));
  const gone = derived.flatMap(({ before, stays }) =>
    before.filter(({ from: began }) => !stays.some((stay) => stay.from === began)).map(({ id }) => id),
  );
  await deleteStays(tx, gone);
  await storeStays(tx, changed);
  const intervals = await storePast(tx, derived, changed);
  return { derived, changed, ended: derived.flatMap(endedOf), intervals };
}

const watchedFrom = (slot: SlotFacts): number => slot.watchedFrom ?? Number.NEGATIVE_INFINITY;

type Part = { slot: SlotFacts; reported: readonly BayState[]; readFrom: number };

/** The states of what watches each bay. Most changes report them; only the remaining ones are read. */
async function statesSince(tx: Emitting['tx'], parts: readonly Part[]): Promise<ReadonlyMap<number, Sources>> {
  const isReported = ({ reported: [first], readFrom }: Part) => first !== undefined && first.from <= readFrom;
  const found = new Map<number, Sources>();
  for (const { slot, reported } of parts.filter(isReported)) found.set(slot.id, [reported]);
  const others = parts.filter((part) => !isReported(part));
  if (others.length === 0) return found;
  const from = Math.min(...others.map(({ readFrom }) => readFrom));
  const read = await statesOfSlots(
    tx,
    others.map(({ slot }) => slot),
    { sensorId: occupiedSensor, from },
  );
  return new Map([...found, ...read]);
}

/** The stored stays that the states decide about, with the one that had begun before and may have gone on. */
function anchored(all: readonly StoredStay[], start: number, reported: BayState | undefined) {
  const [first, second] = all;
  if (!first || first.from >= start) return { before: [...all], begun: null, readFrom: start };
  // The next stay still begins where it did, and nothing new is known about the time between the two.
  if (second?.from === start && reported?.from === start) return { before: all.slice(1), begun: null, readFrom: start };
  if (first.to !== null && first.to < start - longestGapMs)
    return { before: all.slice(1), begun: null, readFrom: start };
  // What was between its end and this time decides whether it goes on.
  const until = Math.min(first.to ?? start, start);
  return { before: [...all], begun: { from: first.from, until, quality: first.quality }, readFrom: until };
}

/** The states from a time on; how one of them began before that is not known here. */
const since = (states: readonly BayState[], start: number): BayState[] =>
  states.flatMap((one) => {
    if (one.to !== null && one.to <= start) return [];
    return one.from < start ? { ...one, from: start, quality: 'bounded' as const } : one;
  });

const isSame = (stay: NewStay, before: StoredStay): boolean =>
  (['to', 'quality', 'endQuality', 'counted', 'chargedSeconds'] as const).every((key) => stay[key] === before[key]);

function changesOf({ slot, before, stays }: Derived, charging: readonly BayState[]): NewStay[] {
  const now = Date.now();
  const open = before.find(({ to }) => to === null);
  return stays.flatMap((stay): NewStay[] => {
    const known = before.find(({ from }) => from === stay.from);
    // The vehicle that is there came at another time than was known so far.
    const shifted = stay.to === null && open && !stays.some(({ from }) => from === open.from) ? open : undefined;
    const raised = (known ?? shifted)?.raised ?? [];
    const { seconds, ...facts } = chargingOf(charging, stay);
    const left = stay.to === null ? raised.filter((name) => isStill(name, facts)) : raised;
    const fresh: NewStay = {
      ...stay,
      id: known?.id ?? null,
      slotId: slot.id,
      companyId: slot.companyId,
      locationId: slot.locationId,
      groupId: slot.groupId,
      counted: stay.to === null || stay.to - stay.from >= slot.ghostSeconds * 1000,
      chargedSeconds: seconds,
      raised: left,
      dueAt: null,
    };
    if (stay.to !== null) return known && isSame(fresh, known) ? [] : [fresh];
    const looks = looksOf(slot, stay.from, facts).filter(({ name }) => !left.includes(name));
    const next = Math.min(...looks.map(({ at }) => at));
    const isLate = known?.to !== null && stay.from < now - settleMs;
    return [{ ...fresh, dueAt: Number.isFinite(next) ? Math.max(next, isLate ? now + settleMs : next) : null }];
  });
}

/** A charge point that is used may be blocked or idle again. */
const isStill = (name: string, { ever, now }: { ever: boolean; now: boolean }): boolean =>
  name === 'ev-blocked' ? !ever : name === 'ev-idle' ? !now : true;

function endedOf({ slot, before, stays, start }: Derived): EndedStay[] {
  const open = before.find(({ to }) => to === null);
  if (!open) return [];
  const now = stays.find(({ from }) => from === open.from) ?? stays.find(({ to }) => to === null);
  if (now && now.to === null) return [];
  return [{ slot, stay: open, at: now?.to ?? Math.max(start, open.from) }];
}
