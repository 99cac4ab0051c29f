import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { aboutStructure } from './about-structure.ts';
import type { Looked } from './due-hits.ts';

const activityRule = { times: 10, hours: 24 } as const;
const infestationRule = { traps: 3, hours: 48 } as const;

/** Raises the alarms that follow from several hits: activity at a monitor, a full trap, catches of a structure. */
export async function raiseFromCounts(context: Emitting, hits: readonly Looked[]): Promise<void> {
  if (hits.length === 0) return;
  const capacities = hits.filter(({ trap }) => trap.capacity !== null);
  const { rows } = await sql<{ deviceId: number; activities: number; held: number }>`
    SELECT d.id AS device_id,
           (SELECT coalesce(sum(h.count), 0)::integer FROM rodent_hit h WHERE h.device_id = d.id AND h.kind = 'activity' AND h.verdict NOT IN ('false', 'service')
               AND h.at > now() - ${activityRule.hours} * interval '1 hour') AS activities,
           (SELECT count(*)::integer FROM rodent_hit h WHERE h.device_id = d.id AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')
               AND h.at > coalesce((SELECT max(w.to_at) FROM rodent_service_window w WHERE w.device_id = d.id), '-infinity')) AS held
      FROM (SELECT DISTINCT unnest(${hits.map(({ deviceId }) => deviceId)}::integer[]) AS id) d`.execute(context.tx);
  const counts = new Map(rows.map((row) => [row.deviceId, row]));
  const devices = (of: readonly Looked[], isSo: (hit: Looked) => boolean) => [
    ...new Set(of.filter(isSo).map(({ deviceId }) => deviceId)),
  ];
  const active = devices(
    hits.filter(({ kind }) => kind === 'activity'),
    ({ deviceId }) => (counts.get(deviceId)?.activities ?? 0) >= activityRule.times,
  );
  const full = devices(
    capacities,
    ({ deviceId, trap }) => (counts.get(deviceId)?.held ?? 0) >= (trap.capacity ?? Number.POSITIVE_INFINITY),
  );
  await raiseAlarms(context, [
    ...active.map((deviceId) => ({ deviceId, kind: 'activity-high', severity: 'poor' as const })),
    ...full.map((deviceId) => ({ deviceId, kind: 'trap-full', severity: 'problem' as const })),
  ]);
  await raiseInfestations(context, hits);
}

async function raiseInfestations(context: Emitting, hits: readonly Looked[]): Promise<void> {
  const caught = hits.filter(({ verdict, structureId }) => verdict === 'catch' && structureId !== null);
  if (caught.length === 0) return;
  const { rows } = await sql<{ structureId: number; companyId: number; devices: number[] }>`
    SELECT h.structure_id, h.company_id, array_agg(DISTINCT h.device_id) AS devices FROM rodent_hit h
     WHERE h.structure_id = ANY (${caught.map(({ structureId }) => structureId)}::integer[]) AND h.verdict = 'catch'
       AND h.at > now() - ${infestationRule.hours} * interval '1 hour'
     GROUP BY h.structure_id, h.company_id HAVING count(DISTINCT h.device_id) >= ${infestationRule.traps}`.execute(
    context.tx,
  );
  const sites = await structureSummaries(
    context.tx,
    rows.map(({ structureId }) => structureId),
  );
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  await raiseAlarms(
    context,
    rows.map(({ structureId, companyId, devices }) => ({
      ...aboutStructure(companyId, structureId),
      kind: 'infestation',
      severity: 'problem' as const,
      name: names.get(structureId) ?? '',
      structureId,
      devices,
    })),
  );
}
