import { sql } from 'kysely';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { runPrepared } from '#platform/server/postgres/database.ts';

/** So many traps of a structure, or this share of them and no fewer than the least, within the time are a mass activation. */
export const massRule = { traps: 5, share: 0.2, least: 3, ms: 60_000 } as const;
/** How far around a hit others are compared. */
const aroundMs = 15 * 60_000;

export type Activation = { id: number; deviceId: number; at: number };

/** Which activations of a structure with so many traps are a mass: those of enough traps within a minute, and what follows within one. */
export function massOf(all: readonly Activation[], traps: number): Set<number> {
  const sorted = all.toSorted((a, b) => a.at - b.at || a.id - b.id);
  const enough = Math.min(massRule.traps, Math.max(massRule.least, Math.ceil(traps * massRule.share)));
  const found = new Set<number>();
  for (let first = 0, last = 0; last < sorted.length; last++) {
    const end = sorted[last]?.at ?? 0;
    while ((sorted[first]?.at ?? end) < end - massRule.ms) first++;
    const within = sorted.slice(first, last + 1);
    if (new Set(within.map(({ deviceId }) => deviceId)).size >= enough) for (const { id } of within) found.add(id);
  }
  for (const [i, { id, at }] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before && found.has(before.id) && at - before.at <= massRule.ms) found.add(id);
  }
  return found;
}

/**
 * Marks the hits of structures around these as mass activations, or no longer. The alarm of the structure takes the place of
 * those that their traps have already.
 */
export async function markMass(context: Emitting, around: readonly { deviceId: number; at: number }[]): Promise<void> {
  if (around.length === 0) return;
  const { tx } = context;
  type Row = Activation & { structureId: number; mass: boolean; looks: number; traps: number };
  const rows = await runPrepared(
    tx,
    'rodent-around',
    sql<Row>`
    SELECT h.id, h.device_id, h.structure_id, h.mass, h.looks, (extract(epoch FROM h.at) * 1000)::float8 AS at, n.traps
      FROM (SELECT s.structure_id, min(s.at) AS first, max(s.at) AS last,
                   (SELECT count(*)::integer FROM ${sql.raw(deviceFacts)} d WHERE d.app = 'rodent' AND d.state = 'installed' AND d.structure_id = s.structure_id) AS traps
              FROM rodent_hit s JOIN unnest(${around.map(({ deviceId }) => deviceId)}::integer[], ${around.map(({ at }) => at)}::float8[]) AS w (device_id, at)
                ON s.device_id = w.device_id AND s.at = to_timestamp(w.at / 1000)
             WHERE s.structure_id IS NOT NULL GROUP BY s.structure_id) n
      JOIN rodent_hit h ON h.structure_id = n.structure_id AND h.at BETWEEN n.first - ${aroundMs} * interval '1 millisecond' AND n.last + ${aroundMs} * interval '1 millisecond'
     WHERE h.kind = 'activation' AND h.from_at IS NULL AND NOT h.service`,
  );
  const changed = [...Map.groupBy(rows, ({ structureId }) => structureId).values()].flatMap((hits) => {
    const mass = massOf(hits, hits[0]?.traps ?? 0);
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
