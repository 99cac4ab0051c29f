import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { type IndexStep, meaningOf, type StepMeaning } from '../../common/index-steps.ts';
import { historyOf, lockMeter, type Meter, type StoredHistory, type StoredSegment } from '../meters.ts';
import { readingsAround } from '../totals.ts';

type ScanContext = Pick<Emitting, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
type Reading = { at: string; value: number };

/** How far back each scan looks for late readings; before a bill is issued it looks back further. */
const lateDays = 2;
export const maxMeters = 500;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Searches the new readings of a meter for roll-overs, resets and implausible rises, and stores the findings. Returns
 * the history; without a reading it has no segment. `since` also searches older readings, which may have arrived late.
 */
export async function scanMeter(
  context: ScanContext,
  scope: Scope,
  meter: Meter,
  since?: number,
): Promise<StoredHistory> {
  const { tx } = context;
  const locked = await lockMeter(tx, meter);
  const until = locked ?? (await addMeter(context, scope, meter));
  const history = await historyOf(tx, meter);
  if (until === null) return history;
  if (locked) await beginEarlier(context, scope, meter, history);
  const from = Math.min(Date.parse(until) - lateDays * dayMs, since ?? Number.POSITIVE_INFINITY);
  const steps = await oddSteps(context, scope, meter, from);
  for (const step of steps) await applyStep(context, meter, history, step);
  const newest = (await readingsAround(tx, scope, meter, [Date.now()]))[0]?.before;
  if (newest && Date.parse(newest.at) > Date.parse(until))
    await tx.updateTable('meter').set({ scannedUntil: newest.at }).where('deviceId', '=', meter.id).execute();
  return history;
}

async function firstReading(tx: Tx, scope: Scope, { id, sensor }: Meter, before?: string): Promise<Reading | null> {
  const rows = await bypassRls(tx, scope, () =>
    sql<Reading>`SELECT time AS at, value FROM ${sql.raw(storedReadings)} r
      WHERE device_id = ${id} AND sensor_id = ${sensor.id} AND value IS NOT NULL ${before === undefined ? sql`` : sql`AND time < ${before}::timestamptz`}
      ORDER BY time LIMIT 1`.execute(tx),
  );
  return rows.rows[0] ?? null;
}

/** The first segment begins with the first reading, of the device or of a person. */
async function addMeter({ tx }: ScanContext, scope: Scope, meter: Meter): Promise<string | null> {
  const { id, companyId, serial } = meter;
  const first = await firstReading(tx, scope, meter);
  if (!first) return null;
  await beginMeter(tx, { id, companyId, serial }, first);
  return first.at;
}

/** Readings from before the first segment may arrive late: the consumption since then belongs to the meter as well. */
async function beginEarlier(
  { tx }: ScanContext,
  scope: Scope,
  meter: Meter,
  { segments }: StoredHistory,
): Promise<void> {
  const [segment] = segments;
  if (segment?.reason !== 'installed') return;
  const first = await firstReading(tx, scope, meter, segment.startedAt);
  if (!first || first.value > segment.startIndex) return;
  Object.assign(segment, { startedAt: first.at, startIndex: first.value });
  await tx
    .updateTable('meterSegment')
    .set({ startedAt: first.at, startIndex: first.value })
    .where('id', '=', segment.id)
    .execute();
}

/** Stores a meter and its first segment, which begins with this reading. Does nothing if the meter exists. */
export async function beginMeter(
  tx: ScanContext['tx'],
  { id, companyId, serial }: Pick<Meter, 'id' | 'companyId' | 'serial'>,
  { at, value }: Reading,
): Promise<void> {
  const added = await tx
    .insertInto('meter')
    .values({ deviceId: id, companyId, scannedUntil: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('deviceId')
    .execute();
  if (added.length === 0) return;
  await tx
    .insertInto('meterSegment')
    .values({ companyId, deviceId: id, serial, startedAt: at, startIndex: value, reason: 'installed' })
    .execute();
}

/** Falls, and rises above the physical maximum of the model. */
async function oddSteps({ tx }: ScanContext, scope: Scope, meter: Meter, from: number): Promise<IndexStep[]> {
  const { id, sensor, limits } = meter;
  const implausible =
    limits.maxPerHour === undefined
      ? sql`false`
      : sql`value - from_value > ${limits.maxPerHour}::float8 * (at - from_at) / 3600000`;
  const rows = await bypassRls(tx, scope, () =>
    sql<{ fromAt: number; fromValue: number; at: number; value: number }>`
      SELECT from_at, from_value, at, value FROM (
        SELECT at, value, lag(at) OVER w AS from_at, lag(value) OVER w AS from_value FROM (
          SELECT (extract(epoch FROM time) * 1000)::bigint AS at, value FROM ${sql.raw(storedReadings)} r
           WHERE device_id = ${id} AND sensor_id = ${sensor.id} AND value IS NOT NULL
             AND time >= coalesce((SELECT time FROM ${sql.raw(storedReadings)} b WHERE device_id = ${id} AND sensor_id = ${sensor.id} AND value IS NOT NULL
                                     AND time < ${iso(from)}::timestamptz ORDER BY time DESC LIMIT 1), ${iso(from)}::timestamptz)) reading
        WINDOW w AS (ORDER BY at)) step
       WHERE value < from_value OR ${implausible} ORDER BY at`.execute(tx),
  );
  return rows.rows.map(({ fromAt, fromValue, at, value }) => ({ fromAt, from: fromValue, at, value }));
}

async function applyStep(context: ScanContext, meter: Meter, history: StoredHistory, step: IndexStep): Promise<void> {
  const { segments, reviews } = history;
  const crossed = segments.findIndex(
    ({ startedAt }) => step.fromAt < Date.parse(startedAt) && Date.parse(startedAt) <= step.at,
  );
  const known = reviews.some(
    ({ at, returnedAt }) => Date.parse(at) === step.at || (returnedAt && Date.parse(returnedAt) === step.at),
  );
  if (crossed > 0) await endLater(context, segments, crossed, step);
  if (crossed >= 0 || known) return;
  const last = reviews.at(-1);
  const open = last?.state === 'open' ? { at: Date.parse(last.at), before: last.before } : null;
  const meaning = meaningOf(step, meter.limits, open);
  if (meaning === 'implausible') await addReview(context, meter, history, step);
  else if (meaning === 'returned' && last) await closeReview(context, last, step);
  else if (meaning === 'rollover' || meaning === 'reset') await beginSegment(context, meter, history, step, meaning);
}

async function addReview(
  context: ScanContext,
  meter: Meter,
  { reviews }: StoredHistory,
  step: IndexStep,
): Promise<void> {
  const { id, companyId } = meter;
  const rise = step.value - step.from;
  const added = await context.tx
    .insertInto('meterReview')
    .values({ companyId, deviceId: id, at: iso(step.at), before: step.from, rise })
    .returning('id')
    .executeTakeFirstOrThrow();
  const review = { id: added.id, at: iso(step.at), before: step.from, rise, returnedAt: null };
  reviews.push({ ...review, state: 'open' });
  await raiseAnomaly(context, meter, step);
}

/** The index fell back: the rise was not consumption. */
async function closeReview(
  { tx }: ScanContext,
  review: StoredHistory['reviews'][number],
  step: IndexStep,
): Promise<void> {
  Object.assign(review, { state: 'returned', returnedAt: iso(step.at) });
  await tx
    .updateTable('meterReview')
    .set({ state: 'returned', returnedAt: iso(step.at) })
    .where('id', '=', review.id)
    .execute();
}

const isFound = (segment: StoredSegment | undefined): segment is StoredSegment =>
  segment?.reason === 'reset' || segment?.reason === 'rollover';

/** Late readings show that the counter had gone further before it was reset. */
async function endLater(
  { tx }: ScanContext,
  segments: StoredSegment[],
  crossed: number,
  { from, at }: IndexStep,
): Promise<void> {
  const [ended, next] = [segments[crossed - 1], segments[crossed]];
  if (next?.reason !== 'reset' || Date.parse(next.startedAt) !== at || !ended || from <= (ended.endIndex ?? 0)) return;
  ended.endIndex = from;
  await tx.updateTable('meterSegment').set({ endIndex: from }).where('id', '=', ended.id).execute();
}

type Fall = Extract<StepMeaning, 'rollover' | 'reset'>;

/** A counter that was reset or rolled over counts from zero; a roll-over first counts to the end of its range. */
async function beginSegment(
  context: ScanContext,
  meter: Meter,
  { segments }: StoredHistory,
  step: IndexStep,
  reason: Fall,
): Promise<void> {
  const startedAt = iso(step.at);
  const endIndex = reason === 'rollover' ? (meter.limits.capacity ?? step.from) : step.from;
  const after = segments.findIndex((segment) => Date.parse(segment.startedAt) > step.at);
  const current = segments.at(after === -1 ? -1 : after - 1);
  if (!current || after === 0) return;
  // A fall that was found before, between readings that lay further apart. Segments that people began are not changed.
  const found = after === -1 ? undefined : segments[after];
  if (found && !isFound(found)) return;
  await context.tx
    .updateTable('meterSegment')
    .set({ endedAt: startedAt, endIndex })
    .where('id', '=', current.id)
    .execute();
  Object.assign(current, { endedAt: startedAt, endIndex });
  if (found) {
    Object.assign(found, { startedAt, reason });
    await context.tx.updateTable('meterSegment').set({ startedAt, reason }).where('id', '=', found.id).execute();
    return;
  }
  segments.push(await insertSegment(context, meter, current.serial, startedAt, reason));
  if (reason === 'reset') await raiseAnomaly(context, meter, step);
}

async function insertSegment(
  { tx }: ScanContext,
  { id, companyId }: Meter,
  serial: string,
  startedAt: string,
  reason: Fall,
): Promise<StoredSegment> {
  const added = await tx
    .insertInto('meterSegment')
    .values({ companyId, deviceId: id, serial, startedAt, startIndex: 0, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: added.id, serial, startedAt, startIndex: 0, endedAt: null, endIndex: null, reason };
}

const raiseAnomaly = (context: ScanContext, { id, sensor }: Meter, { at, value }: IndexStep) =>
  raiseAlarms(context, [{ deviceId: id, kind: 'counter-anomaly', severity: 'ok', at, sensor: sensor.key, value }]);
