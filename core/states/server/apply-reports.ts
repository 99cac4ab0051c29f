import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type CurrentRow, lockCurrent, storeCurrent } from './current-rows.ts';
import type { ChangedState } from './events.ts';
import { insertIntervals } from './interval-rows.ts';
import { leaveHistories } from './leave-histories.ts';
import { replay } from './replay.ts';
import type { Reported } from './reports.ts';
import { keyOf } from './state-keys.ts';
import { type Ended, type Report, StateMachine } from './state-machine.ts';

/** A sensor with its locked row, and what it reported. */
export type Applied = Reported & { row: CurrentRow };
/** An updated row, and the intervals that the update has ended. */
type GoneOn = { row: CurrentRow; ended: readonly Ended[] };

/**
 * Brings the states of sensors up to date with what they reported or people said, which is stored already, in a number of
 * statements that does not depend on how many they are. Reports may come in any order and again. A sensor with older
 * readings that were never made into states is left to due work, and made at once if it has no reports here. Runs as the
 * role that sees all rows.
 */
export async function applyReports(context: Emitting, reported: readonly Reported[]): Promise<void> {
  if (reported.length === 0) return;
  const { tx } = context;
  const rows = await lockCurrent(tx, reported);
  const found = reported.flatMap((one) => {
    const row = rows.get(keyOf(one));
    // The device is gone.
    return row ? [{ ...one, row }] : [];
  });
  const all = await leaveHistories(tx, found);
  const before = new Map(all.map(({ row }) => [row.id, { ...row.state }]));
  const correctedFrom = await replay(
    tx,
    all.flatMap((one) => {
      const late = one.reports.filter(({ at }) => at <= knownUntil(one.row));
      return !one.row.made || (late.length > 0 && one.channel === '') ? [{ ...one, late }] : [];
    }),
  );
  const ended = await goOn(tx, all);
  await emitChanges(context, ended, before, correctedFrom);
}

/** What is later is in order. */
const knownUntil = ({ state: { lastAt, since, quality }, advancedAt }: CurrentRow): number =>
  Math.max(
    lastAt ?? Number.NEGATIVE_INFINITY,
    advancedAt ?? Number.NEGATIVE_INFINITY,
    quality === 'corrected' ? since : Number.NEGATIVE_INFINITY,
  );

/** Adds the reports that are in order, and stores the rows. Returns them with the intervals that this has ended. */
async function goOn(tx: Tx, all: readonly Applied[]): Promise<GoneOn[]> {
  const ended: (Applied & GoneOn)[] = [];
  for (const one of all) {
    const { row, kept } = one;
    const machine = new StateMachine(row.state, kept);
    for (const report of inOrder(one)) machine.report(report);
    row.state = machine.current;
    row.dueAt = nextLook(row.dueAt, machine.nextChange());
    ended.push({ ...one, ended: machine.ended });
  }
  await insertIntervals(tx, ended);
  await storeCurrent(
    tx,
    all.map(({ row }) => row),
  );
  return ended;
}

/**
 * The reports that go on from the row. Values of channels are newer than the stored ones, and have no history: one that
 * the passing of time has overtaken counts from the state that this has made.
 */
function inOrder({ row, channel, reports }: Applied): Report[] {
  const { lastAt, since } = row.state;
  if (channel === '') return reports.filter(({ at }) => at > knownUntil(row));
  return reports
    .filter(({ at, by }) => by === 'person' || lastAt === null || at > lastAt)
    .map((report) => ({ ...report, at: Math.max(report.at, since) }));
}

/** A time that is not too late stays: the index would change with each report. Without a change it is looked at in vain. */
export const nextLook = (dueAt: number | null, nextChange: number | null): number | null =>
  nextChange !== null && dueAt !== null && dueAt <= nextChange ? dueAt : nextChange;

/** Tells other slices which states changed, and from when on. */
export async function emitChanges(
  context: Emitting,
  rows: readonly GoneOn[],
  before: ReadonlyMap<number, { value: number | null; since: number }>,
  correctedFrom: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const changes = rows.flatMap(({ row: { id, deviceId, sensorId, channel, state }, ended }): ChangedState[] => {
    const was = before.get(id);
    const isOther = was?.value !== state.value || was.since !== state.since;
    const past = correctedFrom.get(id);
    if (!isOther && past === undefined) return [];
    const changedFrom = Math.min(past ?? Number.POSITIVE_INFINITY, isOther ? earliest(was, state) : state.since);
    const { value, since, quality } = state;
    const states = past === undefined ? [...ended, { from: since, to: null, value, quality }] : null;
    return [{ deviceId, sensorId, channel, value, since, quality, changedFrom, states }];
  });
  if (changes.length > 0) await emit(context, 'states.changed', { changes });
}

/** The intervals since the former state began may be several. */
const earliest = (was: { since: number } | undefined, { since }: { since: number }): number =>
  was === undefined ? since : Math.min(was.since, since);
