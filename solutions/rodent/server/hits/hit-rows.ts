import { sql } from 'kysely';
import { placesAt } from '#core/devices/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import type { HitCause, HitVerdictWord } from '../../common/hit-words.ts';
import { activityMs, bounceMs, type DerivedHit } from './derive-hits.ts';
import { lockStructures } from './locks.ts';
import { structuresOfKnownMass } from './mass.ts';
import type { Since } from './trap-messages.ts';

/** What a batch has brought of a trap: from when on, and the counters of its hits. */
export type Touched = { deviceId: number; from: number; counters: readonly number[] };

/** What rules say of a hit. */
export type Presumed = { verdict: HitVerdictWord; cause: HitCause | null };
/** The facts of a hit as they are stored. */
export type HitFacts = DerivedHit & { service: boolean; selfRearmed: boolean; late: boolean };
export type StoredHit = HitFacts & { id: number; deviceId: number; verdict: HitVerdictWord; presumed: boolean };
/** A hit with what the messages say of it now. */
export type Fact = HitFacts & Presumed & { deviceId: number; companyId: number; dueAt: number | null };

/** Hits so long before a message with their counter may be the same: clocks of gateways differ. */
const sameCounterMs = 3_600_000;

/** From when on the hits of traps are derived again: the beginning of the last one that messages since `from` may belong to. */
export async function beginnings(tx: Tx, touched: readonly Touched[]): Promise<Since[]> {
  return runPrepared(
    tx,
    'rodent-beginnings',
    sql<Since>`
    SELECT t."deviceId" AS device_id,
           coalesce((SELECT (extract(epoch FROM min(h.at)) * 1000)::float8 FROM rodent_hit h
              WHERE h.device_id = t."deviceId" AND h.reported_by = 'trap' AND h.at < to_timestamp(t."from" / 1000)
                AND (h.until_at >= to_timestamp((t."from" - ${bounceMs}) / 1000)
                  OR h.kind = 'activity' AND h.at >= to_timestamp((t."from" - ${activityMs}) / 1000)
                  OR h.counter_to >= t.low AND h.counter_from <= t.high AND h.at >= to_timestamp((t."from" - ${sameCounterMs}) / 1000)
                  OR h.kind = 'activation' AND h.from_at IS NULL AND (h.rearmed_at IS NULL OR h.rearmed_at >= to_timestamp(t."from" / 1000))
                     AND h.at = (SELECT max(l.at) FROM rodent_hit l WHERE l.device_id = h.device_id AND l.reported_by = 'trap' AND l.kind = 'activation'
                                    AND l.from_at IS NULL AND l.at < to_timestamp(t."from" / 1000)))), t."from") AS since
      FROM jsonb_to_recordset(${JSON.stringify(
        touched.map(({ deviceId, from, counters }) => ({
          deviceId,
          from,
          low: counters.length > 0 ? Math.min(...counters) : null,
          high: counters.length > 0 ? Math.max(...counters) : null,
        })),
      )}::jsonb) AS t ("deviceId" integer, "from" float8, low float8, high float8)`,
  );
}

/** The hits that the messages of traps have made since then. */
export async function storedHits(tx: Tx, all: readonly Since[]): Promise<Map<number, StoredHit[]>> {
  const rows = await runPrepared(
    tx,
    'rodent-stored-hits',
    sql<StoredHit>`
    SELECT h.id, h.device_id, h.kind, (extract(epoch FROM h.at) * 1000)::float8 AS at, (extract(epoch FROM h.from_at) * 1000)::float8 AS "from",
           (extract(epoch FROM h.until_at) * 1000)::float8 AS until, h.counter_from, h.counter_to, h.count, h.body, h.temperature,
           (extract(epoch FROM h.rearmed_at) * 1000)::float8 AS rearmed_at, (extract(epoch FROM h.received_at) * 1000)::float8 AS received_at,
           h.service, h.self_rearmed, h.late, h.verdict, h.presumed
      FROM unnest(${all.map(({ deviceId }) => deviceId)}::integer[], ${all.map(({ since }) => since)}::float8[]) AS w (device_id, since)
      JOIN rodent_hit h ON h.device_id = w.device_id AND h.at >= to_timestamp(w.since / 1000)
     WHERE h.reported_by = 'trap' ORDER BY h.at, h.id FOR UPDATE OF h`,
  );
  return Map.groupBy(rows, ({ deviceId }) => deviceId);
}

const columns = sql`n (id integer, "deviceId" integer, "companyId" integer, kind text, at float8, "from" float8, until float8, "counterFrom" integer, "counterTo" integer,
  count integer, body boolean, temperature float8, "rearmedAt" float8, "receivedAt" float8, service boolean, "selfRearmed" boolean, late boolean, verdict text,
  "structureId" integer, "floorId" integer, "spaceId" integer, "dueAt" float8)`;

/**
 * Adds hits at the places where their traps were then. Returns their ids in this order, and whether they belong to a mass
 * activation that is known already.
 */
export async function insertHits(tx: Tx, facts: readonly Fact[]): Promise<{ id: number; mass: boolean }[]> {
  if (facts.length === 0) return [];
  const placed = await withPlaces(tx, facts);
  await lockStructures(
    tx,
    placed.flatMap(({ structureId }) => structureId ?? []),
  );
  return runPrepared(
    tx,
    'rodent-insert-hits',
    sql<{ id: number; mass: boolean }>`
    WITH n AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(placed.map((fact, id) => ({ ...fact, id })))}::jsonb) AS ${columns}),
         compared AS (SELECT id, "structureId" AS structure_id, to_timestamp(at / 1000) AS at FROM n WHERE kind = 'activation' AND "from" IS NULL AND NOT service),
         joining AS (${structuresOfKnownMass(sql`compared`)})
    INSERT INTO rodent_hit (company_id, device_id, structure_id, floor_id, space_id, kind, at, from_at, until_at, counter_from, counter_to, count, body,
                            temperature, rearmed_at, received_at, service, self_rearmed, late, verdict, due_at, mass)
    SELECT "companyId", "deviceId", "structureId", "floorId", "spaceId", kind, to_timestamp(at / 1000), to_timestamp("from" / 1000), to_timestamp(until / 1000),
           "counterFrom", "counterTo", count, body, temperature, to_timestamp("rearmedAt" / 1000), to_timestamp("receivedAt" / 1000), service, "selfRearmed", late, verdict,
           to_timestamp("dueAt" / 1000), "structureId" IN (SELECT structure_id FROM joining) IS TRUE AND id IN (SELECT id FROM compared)
      FROM n ORDER BY n.id RETURNING id, mass`,
  );
}

/** Changes hits to what the messages say of them now. What people said of them stays. */
export async function updateHits(tx: Tx, facts: readonly (Fact & { id: number })[]): Promise<void> {
  if (facts.length === 0) return;
  const placed = await withPlaces(tx, facts);
  await sql`
    UPDATE rodent_hit h
       SET structure_id = n."structureId", floor_id = n."floorId", space_id = n."spaceId", kind = n.kind, at = to_timestamp(n.at / 1000), from_at = to_timestamp(n."from" / 1000),
           until_at = to_timestamp(n.until / 1000), counter_from = n."counterFrom", counter_to = n."counterTo", count = n.count, body = n.body, temperature = n.temperature,
           rearmed_at = to_timestamp(n."rearmedAt" / 1000), received_at = to_timestamp(n."receivedAt" / 1000), service = n.service, self_rearmed = n."selfRearmed", late = n.late,
           verdict = CASE WHEN h.presumed THEN n.verdict ELSE h.verdict END,
           due_at = CASE WHEN n."dueAt" IS NULL THEN h.due_at ELSE least(h.due_at, to_timestamp(n."dueAt" / 1000)) END
      FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS ${columns} WHERE h.id = n.id`.execute(tx);
}

async function withPlaces<T extends { deviceId: number; at: number }>(tx: Tx, facts: readonly T[]) {
  const places = await placesAt(
    tx,
    facts.map(({ deviceId: id, at }) => ({ id, at: Math.round(at) })),
  );
  return facts.map((fact, i) => ({ ...fact, ...places[i] }));
}

/** Removes hits that turned out to be part of others, which get what people said of them. */
export async function mergeHits(tx: Tx, merged: readonly { id: number; into: number | null }[]): Promise<void> {
  if (merged.length === 0) return;
  const kept = merged.flatMap(({ id, into }) => (into === null ? [] : [{ id, into }]));
  if (kept.length > 0)
    await sql`
      WITH m AS (SELECT * FROM unnest(${kept.map(({ id }) => id)}::integer[], ${kept.map(({ into }) => into)}::integer[]) AS m (id, into_id)),
           moved AS (UPDATE rodent_verdict v SET hit_id = m.into_id FROM m WHERE v.hit_id = m.id AND NOT v.presumed RETURNING v.hit_id, v.verdict, v.id)
      UPDATE rodent_hit h SET verdict = n.verdict, presumed = false
        FROM (SELECT DISTINCT ON (hit_id) hit_id, verdict FROM moved ORDER BY hit_id, id DESC) n WHERE h.id = n.hit_id AND h.presumed`.execute(
      tx,
    );
  await sql`DELETE FROM rodent_hit WHERE id = ANY (${merged.map(({ id }) => id)}::integer[])`.execute(tx);
}

/** Adds what rules say of hits as versions of their verdicts. */
export async function addPresumed(
  tx: Tx,
  verdicts: readonly (Presumed & { hitId: number; companyId: number })[],
): Promise<void> {
  if (verdicts.length === 0) return;
  await tx
    .insertInto('rodentVerdict')
    .values(
      verdicts.map(({ hitId, companyId, verdict, cause }) => ({ hitId, companyId, verdict, cause, presumed: true })),
    )
    .execute();
}
