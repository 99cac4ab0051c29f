import { sql } from 'kysely';
import { raiseDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bypassRls, inSystem, type Scope, systemScope } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Context } from '#platform/server/serve.ts';
import { meaningOf, type Step } from '../common/index-steps.ts';
import { historyOf, lockMeter, type Meter, meteringOf, meterOf, type StoredHistory } from './meters.ts';
import { readingsAround } from './totals.ts';

type ScanContext = Pick<Context, 'tx' | 'kit' | 'afterCommit'>;
type Reading = { at: string; value: number };

/** Readings that come later than this are not searched for anomalies. */
const lateDays = 2;
const maxMeters = 500;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Searches the new readings of a meter for roll-overs, resets and implausible rises, and stores what it finds. Returns
 * the history; without a reading it has no segment.
 */
export async function scanMeter(context: ScanContext, scope: Scope, meter: Meter): Promise<StoredHistory> {
  const { tx } = context;
  const until = (await lockMeter(tx, meter)) ?? (await addMeter(context, scope, meter));
  const history = await historyOf(tx, meter);
  if (until === null) return history;
  const steps = await oddSteps(context, scope, meter, until);
  for (const step of steps) await applyStep(context, meter, history, step);
  const newest = (await readingsAround(tx, scope, meter, [Date.now()]))[0]?.before;
  if (newest && Date.parse(newest.at) > Date.parse(until))
    await sql`UPDATE meter SET scanned_until = ${newest.at} WHERE device_id = ${meter.id}`.execute(tx);
  return history;
}

/** The first segment begins with the first reading, of the device or of a person. */
async function addMeter({ tx }: ScanContext, scope: Scope, meter: Meter): Promise<string | null> {
  const { id, companyId, sensor, serial } = meter;
  const rows = await bypassRls(tx, scope, () =>
    sql<Reading>`SELECT time AS at, value FROM ${sql.raw(storedReadings)} r
      WHERE device_id = ${id} AND sensor_id = ${sensor.id} AND value IS NOT NULL ORDER BY time LIMIT 1`.execute(tx),
  );
  const [first] = rows.rows;
  if (!first) return null;
  await beginMeter(tx, { id, companyId, serial }, first);
  return first.at;
}

export async function beginMeter(
  tx: Context['tx'],
  { id, companyId, serial }: Pick<Meter, 'id' | 'companyId' | 'serial'>,
  { at, value }: Reading,
): Promise<void> {
  const added = await sql`INSERT INTO meter (device_id, company_id, scanned_until) VALUES (${id}, ${companyId}, ${at})
    ON CONFLICT DO NOTHING RETURNING device_id`.execute(tx);
  if (added.rows.length === 0) return;
  await sql`INSERT INTO meter_segment (company_id, device_id, serial, started_at, start_index, reason)
    VALUES (${companyId}, ${id}, ${serial}, ${at}, ${value}, 'installed')`.execute(tx);
}

/** Falls, and rises above the physical maximum of the model. */
async function oddSteps({ tx }: ScanContext, scope: Scope, meter: Meter, until: string): Promise<Step[]> {
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
           WHERE device_id = ${id} AND sensor_id = ${sensor.id} AND value IS NOT NULL AND time >= ${until}::timestamptz - ${lateDays} * interval '1 day') reading
        WINDOW w AS (ORDER BY at)) step
       WHERE value < from_value OR ${implausible} ORDER BY at`.execute(tx),
  );
  return rows.rows.map(({ fromAt, fromValue, at, value }) => ({ fromAt, from: fromValue, at, value }));
}

async function applyStep(context: ScanContext, meter: Meter, history: StoredHistory, step: Step): Promise<void> {
  const { segments, reviews } = history;
  const crossed = segments.some(
    ({ startedAt }) => step.fromAt < Date.parse(startedAt) && Date.parse(startedAt) <= step.at,
  );
  const known = reviews.some(
    ({ at, returnedAt }) => Date.parse(at) === step.at || (returnedAt && Date.parse(returnedAt) === step.at),
  );
  if (crossed || known) return;
  const last = reviews.at(-1);
  const open = last?.state === 'open' ? { at: Date.parse(last.at), before: last.before } : null;
  const meaning = meaningOf(step, meter.limits, open);
  if (meaning === 'implausible') await addReview(context, meter, history, step);
  else if (meaning === 'returned' && last) await closeReview(context, last, step);
  else if (meaning === 'rollover' || meaning === 'reset') await beginSegment(context, meter, history, step, meaning);
}

async function addReview(context: ScanContext, meter: Meter, { reviews }: StoredHistory, step: Step): Promise<void> {
  const { id, companyId } = meter;
  const rise = step.value - step.from;
  const added = await sql<{ id: number }>`
    INSERT INTO meter_review (company_id, device_id, at, before, rise)
    VALUES (${companyId}, ${id}, ${iso(step.at)}, ${step.from}, ${rise}) RETURNING id`.execute(context.tx);
  const review = { id: added.rows[0]?.id ?? 0, at: iso(step.at), before: step.from, rise, returnedAt: null };
  reviews.push({ ...review, state: 'open' });
  await raiseAnomaly(context, meter, step);
}

/** The index fell back: the rise was no consumption. */
async function closeReview({ tx }: ScanContext, review: StoredHistory['reviews'][number], step: Step): Promise<void> {
  Object.assign(review, { state: 'returned', returnedAt: iso(step.at) });
  await sql`UPDATE meter_review SET state = 'returned', returned_at = ${iso(step.at)} WHERE id = ${review.id}`.execute(
    tx,
  );
}

/** A counter that was reset or rolled over counts from zero; a roll-over first counts to the end of its range. */
async function beginSegment(
  context: ScanContext,
  meter: Meter,
  { segments }: StoredHistory,
  step: Step,
  reason: 'rollover' | 'reset',
): Promise<void> {
  const current = segments.at(-1);
  // Anomalies in older segments have been decided by the one who began the newer segment.
  if (!current || Date.parse(current.startedAt) > step.at) return;
  const endIndex = reason === 'rollover' ? (meter.limits.capacity ?? step.from) : step.from;
  const { id, companyId } = meter;
  const startedAt = iso(step.at);
  await sql`UPDATE meter_segment SET ended_at = ${startedAt}, end_index = ${endIndex} WHERE id = ${current.id}`.execute(
    context.tx,
  );
  const added = await sql<{ id: number }>`
    INSERT INTO meter_segment (company_id, device_id, serial, started_at, start_index, reason)
    VALUES (${companyId}, ${id}, ${current.serial}, ${startedAt}, 0, ${reason}) RETURNING id`.execute(context.tx);
  Object.assign(current, { endedAt: startedAt, endIndex });
  segments.push({
    id: added.rows[0]?.id ?? 0,
    serial: current.serial,
    startedAt,
    startIndex: 0,
    endedAt: null,
    endIndex: null,
    reason,
  });
  if (reason === 'reset') await raiseAnomaly(context, meter, step);
}

const raiseAnomaly = (context: ScanContext, { id, sensor }: Meter, { at, value }: Step) =>
  raiseDeviceAlarms(context, [
    { deviceId: id, kind: 'counter-anomaly', class: 'status', severity: 'ok', at, sensor: sensor.key, value },
  ]);

/** Scans the meters of all apps that have new readings. */
export async function scanMeters(kit: Kit): Promise<void> {
  for (const app of kit.apps) {
    if (!app.metering) continue;
    for (let after = 0; ; ) {
      const due = await dueMeters(kit, app, after);
      for (const device of due) await scanOne(kit, app, device);
      if (due.length < maxMeters) break;
      after = due.at(-1)?.id ?? 0;
    }
  }
}

type DueDevice = Parameters<typeof meterOf>[3];

async function dueMeters(kit: Kit, app: AppManifest, after: number): Promise<DueDevice[]> {
  const registry = sensorRegistry(kit.apps);
  const specs = Object.entries(meteringOf(app).solutions);
  const rows = await inSystem(kit.db, (tx) =>
    sql<DueDevice>`
      SELECT d.id, d.company_id, d.solution_id, d.structure_id, d.hardware_id, d.serial
        FROM unnest(${specs.map(([id]) => Number(id))}::integer[], ${specs.map(([, { sensor }]) => registry.named(app.id, sensor)?.id ?? 0)}::integer[]) AS s (solution, sensor)
        JOIN ${sql.raw(deviceFacts)} d ON d.solution_id = s.solution AND d.app = ${app.id} AND d.id > ${after}
        JOIN ${sql.raw(newestValues)} l ON l.device_id = d.id AND l.sensor_id = s.sensor
        LEFT JOIN meter m ON m.device_id = d.id
       WHERE m.device_id IS NULL OR l.time > m.scanned_until ORDER BY d.id LIMIT ${maxMeters}`.execute(tx),
  );
  return rows.rows;
}

/** Scans a meter. One that fails keeps no other meter from its scan. */
async function scanOne(kit: Kit, app: AppManifest, device: DueDevice): Promise<void> {
  const later: (() => void)[] = [];
  try {
    await inSystem(kit.db, async (tx) => {
      const meter = await meterOf(tx, kit, app, device);
      await scanMeter({ tx, kit, afterCommit: (work) => void later.push(work) }, systemScope, meter);
    });
  } catch (error) {
    kit.log.error({ err: error, device: device.id }, 'scanning a meter failed');
    return;
  }
  for (const work of later) work();
}
