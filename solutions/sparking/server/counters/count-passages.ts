import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import { type Emitting, emittingWithin } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { counterEvents } from '../../common/counter.ts';
import { aboutLocation } from '../alarms/subjects.ts';
import { quarterMs, settleMs } from '../stays/times.ts';
import { passedSince, type Total } from './totals.ts';

/** The sensors of counters with the totals of vehicles that entered and left. */
export const passSensors = { in: 602, out: 603 } as const;
/** Older reports have clocks that are wrong. */
const longestLateMs = 31 * 24 * 3_600_000;
type Reported = { in: Total[]; out: Total[] };
/** A counter, or a gate that another app watches. */
type Gate = { deviceId: number } | { locationId: number; gate: string };
/** Vehicles that passed by a time in ms since 1970. */
type Passed = Gate & { at: number; in: number; out: number };

/** Counts the vehicles that counters have seen, in the transaction of their messages. */
export async function countBatch(kit: Kit, tx: Tx, batch: TelemetryBatch): Promise<() => void> {
  const [totals, events] = [totalsIn(batch), eventsIn(batch)];
  if (totals.size === 0 && events.length === 0) return () => undefined;
  const emitting = emittingWithin(kit, tx);
  const devices = [...new Set([...totals.keys(), ...events.map(({ deviceId }) => deviceId)])];
  const last = await lastTotals(tx, devices);
  const passed = devices.flatMap((deviceId): Passed[] => {
    const known = last.get(deviceId);
    const { in: into = [], out: outOf = [] } = totals.get(deviceId) ?? {};
    const [inwards, outwards] = [passedSince(known?.in ?? null, into), passedSince(known?.out ?? null, outOf)];
    if (known) Object.assign(known, { in: inwards.last, out: outwards.last });
    // A device that reports totals counts a passage in them as well.
    const single = known?.in || known?.out ? [] : events.filter((event) => event.deviceId === deviceId);
    return [
      ...inwards.passed.map(({ at, value }) => ({ deviceId, at, in: value, out: 0 })),
      ...outwards.passed.map(({ at, value }) => ({ deviceId, at, in: 0, out: value })),
      ...single.map(({ at, dir }) => ({ deviceId, at, in: dir === 'in' ? 1 : 0, out: dir === 'out' ? 1 : 0 })),
    ];
  });
  await storeTotals(tx, last);
  await addPassed(emitting, passed);
  await recountSince(tx, [
    ...[...totals].flatMap(([deviceId, { in: into, out: outOf }]) =>
      [...into, ...outOf].map(({ at }) => ({ deviceId, at })),
    ),
    ...events,
  ]);
  return emitting.run;
}

/**
 * Has the quarters counted again since reports that come late: they say how many were there from then on, and that their
 * counters were heard.
 */
export async function recountSince(tx: Tx, reports: readonly (Gate & { at: number })[]): Promise<void> {
  const now = Date.now();
  const current = Math.floor(now / quarterMs) * quarterMs;
  const late = reports.filter(({ at }) => at < current);
  if (late.length === 0) return;
  await sql`
    INSERT INTO sparking_recount (company_id, location_id, from_at, to_at, due_at)
    SELECT c.company_id, c.location_id, date_bin('15 minutes', to_timestamp(greatest(min(n.at), ${now - longestLateMs}::float8) / 1000), 'epoch'),
           to_timestamp(${current}::float8 / 1000), to_timestamp(${now + settleMs}::float8 / 1000)
      FROM ${passages(late)} JOIN sparking_counter c ON ${isItsCounter} GROUP BY c.company_id, c.location_id`.execute(
    tx,
  );
}

const isCounter = ({ device }: TelemetryBatch, id: number) => device(id)?.app === 'sparking';

function totalsIn(batch: TelemetryBatch): Map<number, Reported> {
  const found = new Map<number, Reported>();
  for (const { d, t, s, v } of batch.messages) {
    if (!isCounter(batch, d)) continue;
    for (const [n, sensor] of s.entries()) {
      const value = v[n];
      // A total with a fraction is a fault of the counter.
      if ((sensor !== passSensors.in && sensor !== passSensors.out) || !Number.isSafeInteger(value)) continue;
      const one = found.get(d) ?? { in: [], out: [] };
      one[sensor === passSensors.in ? 'in' : 'out'].push({ at: t[n] ?? 0, value: Number(value) });
      found.set(d, one);
    }
  }
  return found;
}

const eventsIn = (batch: TelemetryBatch) =>
  batch.events.flatMap(({ deviceId, kind, data, time: at }) =>
    kind === 'passage' && isCounter(batch, deviceId)
      ? [{ deviceId, at, dir: counterEvents.passage.parse(data).dir }]
      : [],
  );

type Last = { in: Total | null; out: Total | null };

/** Locks what counters reported last, in an order that all transactions share. */
async function lastTotals(tx: Tx, devices: readonly number[]): Promise<Map<number, Last>> {
  await sql`
    INSERT INTO sparking_counter_total (id, company_id)
    SELECT DISTINCT device_id, company_id FROM sparking_counter WHERE device_id = ANY (${devices}::integer[]) ORDER BY device_id
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ id: number } & Last>`
    SELECT t.id, CASE WHEN t.in_at IS NOT NULL THEN jsonb_build_object('value', t.passed_in, 'at', round(extract(epoch FROM t.in_at) * 1000)) END AS "in",
           CASE WHEN t.out_at IS NOT NULL THEN jsonb_build_object('value', t.passed_out, 'at', round(extract(epoch FROM t.out_at) * 1000)) END AS "out"
      FROM sparking_counter_total t WHERE t.id = ANY (${devices}::integer[]) ORDER BY t.id FOR UPDATE`.execute(tx);
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}

async function storeTotals(tx: Tx, last: ReadonlyMap<number, Last>): Promise<void> {
  const rows = [...last].map(([id, { in: into, out: outOf }]) => ({
    ...{ id, in: into?.value ?? null, inAt: into?.at ?? null },
    ...{ out: outOf?.value ?? null, outAt: outOf?.at ?? null },
  }));
  await sql`
    UPDATE sparking_counter_total t SET passed_in = n."in", in_at = to_timestamp(n."inAt" / 1000), passed_out = n."out", out_at = to_timestamp(n."outAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (id integer, "in" bigint, "inAt" float8, "out" bigint, "outAt" float8) WHERE t.id = n.id`.execute(
    tx,
  );
}

/** SQL of what passed counters: device_id, location_id, gate, at, in, out. */
const passages = (passed: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(passed)}::jsonb)
  AS n ("deviceId" integer, "locationId" integer, gate text, at float8, "in" bigint, "out" bigint)`;
const inwards = sql`sum(CASE WHEN c.reversed THEN n."out" ELSE n."in" END)`;
const outwards = sql`sum(CASE WHEN c.reversed THEN n."in" ELSE n."out" END)`;
/** SQL for whether the device of the counter `c` is still at its car park. Elsewhere it sees other vehicles. */
export const isInPlace = sql`EXISTS (
  SELECT FROM ${sql.raw(deviceFacts)} d WHERE d.id = c.device_id AND d.state = 'installed' AND d.structure_id = c.location_id)`;
const isItsCounter = sql`(c.device_id = n."deviceId" AND ${isInPlace} OR (c.gate = n.gate AND c.location_id = n."locationId"))`;

/** Adds vehicles that passed to the counts of the groups that their counters feed. */
export async function addPassed(context: Emitting, passed: readonly Passed[]): Promise<void> {
  if (passed.length === 0) return;
  const { tx } = context;
  await sql`
    INSERT INTO sparking_count AS t (id, company_id, passed_in, passed_out)
    SELECT c.group_id, c.company_id, ${inwards}, ${outwards}
      FROM ${passages(passed)} JOIN sparking_counter c ON ${isItsCounter}
     GROUP BY c.group_id, c.company_id ORDER BY c.group_id
    ON CONFLICT (id) DO UPDATE SET passed_in = t.passed_in + excluded.passed_in, passed_out = t.passed_out + excluded.passed_out`.execute(
    tx,
  );
  // A clock that is ahead says nothing of the time to come.
  await sql`
    INSERT INTO sparking_flow AS t (group_id, at, company_id, passed_in, passed_out)
    SELECT c.group_id, date_trunc('minute', least(to_timestamp(n.at / 1000), now())), c.company_id, ${inwards}, ${outwards}
      FROM ${passages(passed)} JOIN sparking_counter c ON ${isItsCounter}
     GROUP BY 1, 2, 3 ORDER BY 1, 2
    ON CONFLICT (group_id, at) DO UPDATE SET passed_in = t.passed_in + excluded.passed_in, passed_out = t.passed_out + excluded.passed_out`.execute(
    tx,
  );
  const { rows } = await sql<{ locationId: number; companyId: number; name: string; wrong: boolean }>`
    WITH passed AS (
      SELECT c.location_id, c.company_id, bool_or(c.direction = 'in' AND n."out" > 0 OR c.direction = 'out' AND n."in" > 0) IS TRUE AS wrong
        FROM ${passages(passed)} JOIN sparking_counter c ON ${isItsCounter} GROUP BY c.location_id, c.company_id),
    tally AS (INSERT INTO sparking_tally (company_id, location_id) SELECT company_id, location_id FROM passed)
    SELECT p.*, l.name FROM passed p JOIN sparking_location l ON l.id = p.location_id ORDER BY l.id`.execute(tx);
  await raiseAlarms(
    context,
    rows.flatMap(({ wrong, name, ...place }) =>
      wrong
        ? [
            {
              ...aboutLocation(place),
              ...{ kind: 'wrong-way', severity: 'problem' as const, name, structureId: place.locationId },
            },
          ]
        : [],
    ),
  );
}
