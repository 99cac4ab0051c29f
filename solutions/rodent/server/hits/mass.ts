import { type RawBuilder, sql } from 'kysely';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { runPrepared } from '#platform/server/postgres/database.ts';

/** So many traps of a structure, or this share of them and no fewer than the least, within the time are a mass activation. */
export const massRule = { traps: 5, share: 0.2, least: 3, ms: 60_000 } as const;
/** How far around a hit others are compared. */
const aroundMs = 15 * 60_000;

export type Activation = { id: number; deviceId: number; at: number };

/**
 * Which activations of a structure with so many traps are a mass: those of enough traps within a minute, and what follows
 * within one. `known` belong to one that began earlier than these.
 */
export function massOf(all: readonly Activation[], traps: number, known: readonly number[] = []): Set<number> {
  const sorted = all.toSorted((a, b) => a.at - b.at || a.id - b.id);
  const enough = Math.min(massRule.traps, Math.max(massRule.least, Math.ceil(traps * massRule.share)));
  const found = new Set(known);
  /** How many of the hits within a minute are of each trap. */
  const within = new Map<number, number>();
  let [first, marked] = [0, 0];
  for (const [last, { deviceId, at }] of sorted.entries()) {
    within.set(deviceId, (within.get(deviceId) ?? 0) + 1);
    for (let oldest = sorted[first]; oldest && oldest.at < at - massRule.ms; oldest = sorted[++first]) {
      const left = (within.get(oldest.deviceId) ?? 0) - 1;
      if (left > 0) within.set(oldest.deviceId, left);
      else within.delete(oldest.deviceId);
    }
    if (within.size < enough) continue;
    for (const { id } of sorted.slice(Math.max(first, marked), last + 1)) found.add(id);
    marked = last + 1;
  }
  for (const [i, { id, at }] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before && found.has(before.id) && at - before.at <= massRule.ms) found.add(id);
  }
  return found;
}

/** The hits that are compared: what a trap has reported itself, at a known time and outside of service. */
const isCompared = (hit: string) =>
  sql.raw(`(${hit}.kind = 'activation' AND ${hit}.from_at IS NULL AND NOT ${hit}.service)`);
const massTime = sql`${massRule.ms} * interval '1 millisecond'`;

/**
 * The structures (`structure_id`) at which all of the new hits (`id, structure_id, at`) follow a mass activation within its
 * time, and nothing else is near that could become part of it: all of them belong to it, and nothing else changes.
 */
export const structuresOfKnownMass = (hits: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT c.structure_id FROM (
    SELECT structure_id, min(at) AS first, max(at) AS last,
           bool_and(EXISTS (SELECT FROM rodent_hit p WHERE p.structure_id = h.structure_id AND p.at BETWEEN h.at - ${massTime} AND h.at AND p.mass AND ${isCompared('p')})) AS follow
      FROM ${hits} h WHERE structure_id IS NOT NULL GROUP BY structure_id) c
   WHERE c.follow
     AND NOT EXISTS (SELECT FROM rodent_hit o WHERE o.structure_id = c.structure_id AND o.at BETWEEN c.first - ${massTime} AND c.last + ${massTime} AND NOT o.mass AND ${isCompared('o')})`;

/**
 * Marks the hits of structures around these, given by their ids, as mass activations or no longer. The alarm of the structure takes the place of
 * those that their traps have already.
 */
export async function markMass(context: Emitting, hits: readonly number[]): Promise<void> {
  if (hits.length === 0) return;
  const { tx } = context;
  type Row = Activation & { structureId: number; mass: boolean; looks: number; traps: number; atEdge: boolean };
  const rows = await runPrepared(
    tx,
    'rodent-around',
    sql<Row>`
    SELECT h.id, h.device_id, h.structure_id, h.mass, h.looks, (extract(epoch FROM h.at) * 1000)::float8 AS at, n.traps,
           h.at < n.first + ${massTime} OR h.at > n.last - ${massTime} AS at_edge
      FROM (SELECT s.structure_id, min(s.at) - ${aroundMs} * interval '1 millisecond' AS first, max(s.at) + ${aroundMs} * interval '1 millisecond' AS last,
                   (SELECT count(*)::integer FROM ${sql.raw(deviceFacts)} d WHERE d.app = 'rodent' AND d.state = 'installed' AND d.structure_id = s.structure_id) AS traps
              FROM rodent_hit s WHERE s.id = ANY (${hits}::integer[]) AND s.structure_id IS NOT NULL GROUP BY s.structure_id) n
      JOIN rodent_hit h ON h.structure_id = n.structure_id AND h.at BETWEEN n.first AND n.last
     WHERE ${isCompared('h')}`,
  );
  const changed = [...Map.groupBy(rows, ({ structureId }) => structureId).values()].flatMap((hits) => {
    // What lies beyond the hits that are read may have made a mass of these.
    const known = hits.filter((hit) => hit.mass && hit.atEdge).map(({ id }) => id);
    const mass = massOf(hits, hits[0]?.traps ?? 0, known);
    return hits.filter((hit) => mass.has(hit.id) !== hit.mass);
  });
  if (changed.length === 0) return;
  // Those that were looked at alone are looked at again as part of it.
  await sql`
    UPDATE rodent_hit SET mass = NOT mass, due_at = CASE WHEN NOT mass AND looks > 0 THEN now() ELSE due_at END,
           looks = CASE WHEN NOT mass THEN 0 ELSE looks END
     WHERE id = ANY (${changed.map(({ id }) => id)}::integer[])`.execute(tx);
  await clearAlarms(
    context,
    changed.flatMap(({ mass, looks, deviceId }) =>
      mass || looks === 0 ? [] : [{ deviceId, kind: 'activation', reason: 'mass' }],
    ),
  );
}
