import { sql } from 'kysely';
import type { NewParty } from '#core/alarms/common/party.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

type Watcher = { companyId: number; role: 'monitoring' | 'tenant'; zones: number[] };
/** The companies to which a panel is assigned now, and what its site is called. */
export type Watched = { panelId: number; site: string | null; watchers: Watcher[] };

/**
 * Who watches these panels. An assignment that ends at the same moment is waited for, so that no alarm keeps a party whose
 * assignment has ended. The contract is locked first, like where it ends.
 */
export async function watchedPanels(
  { tx, actor }: Pick<Emitting, 'tx' | 'actor'>,
  panels: readonly { id: number; structureId: number | null }[],
): Promise<ReadonlyMap<number, Watched>> {
  if (panels.length === 0) return new Map();
  const { rows } = await bypassRls(tx, actor.scope, async () =>
    sql<Watched>`
      WITH held AS MATERIALIZED (
        SELECT w.panel_id, w.company_id, w.role, w.zones FROM defcon_assignment w
         WHERE w.panel_id = ANY (${panels.map(({ id }) => id)}::integer[]) AND w.in_force AND lock_running_contract(w.owner_id, w.company_id)
         ORDER BY w.id FOR SHARE)
      SELECT n.panel_id, (${structureNamed('n.structure_id')} ->> 'name') AS site,
             coalesce((SELECT jsonb_agg(jsonb_build_object('companyId', h.company_id, 'role', h.role, 'zones', h.zones)) FROM held h WHERE h.panel_id = n.panel_id), '[]') AS watchers
        FROM unnest(${panels.map(({ id }) => id)}::integer[], ${panels.map(({ structureId }) => structureId)}::integer[]) AS n (panel_id, structure_id)`.execute(
      tx,
    ),
  );
  return new Map(rows.map((row) => [row.panelId, row]));
}

type Incident = {
  panel: string;
  /** The name of what the alarm is about. */
  subject: string;
  /** The zone that was hit; null for what is not about one. */
  zone: { id: number; name: string } | null;
};

/** The companies that take part in an incident: the security company has to act; a tenant sees what was hit in its zones. */
export function partiesOf(
  watched: Watched | undefined,
  { panel, subject, zone }: Incident,
): { parties?: NewParty[]; desk?: number } {
  if (!watched) return {};
  const { watchers, site } = watched;
  const structure = site === null ? {} : { structure: site };
  const monitors = watchers.filter(({ role }) => role === 'monitoring');
  const tenants = watchers.filter(
    ({ role, zones }) => role === 'tenant' && zone !== null && (zones.length === 0 || zones.includes(zone.id)),
  );
  const parties: NewParty[] = [
    ...monitors.map(({ companyId }) => ({
      companyId,
      role: 'monitor',
      view: { subject, ...structure, devices: [panel] },
    })),
    ...tenants.map(({ companyId }) => ({
      companyId,
      role: 'tenant',
      view: { subject: zone?.name ?? subject, ...structure },
    })),
  ];
  const desk = monitors[0]?.companyId;
  return { ...(parties.length > 0 ? { parties } : {}), ...(desk === undefined ? {} : { desk }) };
}

/** The security companies that see what is wrong with a panel. Its owner has to act. */
export function monitorsOf(watched: Watched | undefined, panel: string, subject: string): { parties?: NewParty[] } {
  const { parties } = partiesOf(watched, { panel, subject, zone: null });
  return parties ? { parties } : {};
}
