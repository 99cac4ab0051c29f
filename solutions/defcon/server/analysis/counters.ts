import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import type { Counters } from '../../common/analysis/analysis.ts';
import { settings, targetShares } from '../../common/settings/setting.ts';
import { armingSignals, disarmingSignals } from './arming-signals.ts';
import { type Asking, assertPeriod, incidents, isOfGroups, isWithin, panels, secondsUntilTaken } from './asked.ts';
import { falseRate } from './false-rate.ts';
import { supervised } from './supervised.ts';

type Taken = {
  rank: number;
  taken: number;
  waiting: number;
  p50: number | null;
  p80: number | null;
  p985: number | null;
  first: number | null;
  second: number | null;
};
type OfSite = Omit<Counters['byStructure'][number], 'structure'> & { structureId: number | null };
type Sums = Pick<Counters, 'open' | 'raised' | 'closed'> & { taken: Taken[]; sites: OfSite[] };
const listedStructures = 20;

/** The seconds that are aimed at, by priority. */
type Targets = (rank: number) => readonly number[];

async function incidentSums(context: Asking, targets: Targets): Promise<Sums> {
  const { tx, actor } = context;
  const { companies } = actor.scope;
  const mine =
    companies === 'all' ? sql`true` : sql`coalesce(i.desk_company_id, i.company_id) = ANY (${companies}::integer[])`;
  const [urgent, other] = [targets(1), targets(2)];
  const aimed = (n: 0 | 1) =>
    sql`CASE WHEN i.rank = 1 THEN ${urgent[n] ?? 0}::float8 ELSE ${other[n] ?? 0}::float8 END`;
  /** Nobody has taken it, and it is too late for that. Those that ended without a person count as neither. */
  const reached = (n: 0 | 1) => sql`
    (count(*) FILTER (WHERE i.seconds <= ${aimed(n)}))::float8
    / nullif(count(*) FILTER (WHERE i.seconds IS NOT NULL OR (i.closed_at IS NULL AND i.created_at < now() - ${aimed(n)} * interval '1 second')), 0)`;
  const { rows } = await sql<Sums>`
    WITH i AS MATERIALIZED (
           SELECT x.*, ${secondsUntilTaken} AS seconds FROM ${incidents(context)} x
            WHERE x.closed_at IS NULL OR ${isWithin('x.first_at', context)} OR ${isWithin('x.closed_at', context)}),
         open AS (SELECT i.rank, count(*)::integer AS count, (count(*) FILTER (WHERE i.acknowledged_at IS NULL))::integer AS unacknowledged,
                         (count(*) FILTER (WHERE ${mine}))::integer AS mine FROM i WHERE i.closed_at IS NULL GROUP BY 1),
         raised AS (SELECT i.kind, count(*)::integer AS count FROM i WHERE ${isWithin('i.first_at', context)} GROUP BY 1),
         closed AS (SELECT i.disposition, coalesce(i.outcome ->> 'outcome', i.outcome ->> 'cause') AS reason, count(*)::integer AS count
                      FROM i WHERE ${isWithin('i.closed_at', context)} GROUP BY 1, 2),
         taken AS (SELECT i.rank, count(i.seconds)::integer AS taken, (count(*) FILTER (WHERE i.seconds IS NULL AND i.closed_at IS NULL))::integer AS waiting,
                          percentile_cont(0.5) WITHIN GROUP (ORDER BY i.seconds) AS p50, percentile_cont(0.8) WITHIN GROUP (ORDER BY i.seconds) AS p80,
                          percentile_cont(0.985) WITHIN GROUP (ORDER BY i.seconds) AS p985, ${reached(0)} AS first, ${reached(1)} AS second
                     FROM i WHERE ${isWithin('i.first_at', context)} GROUP BY 1),
         sites AS (SELECT i.structure_id, (count(*) FILTER (WHERE ${isWithin('i.first_at', context)}))::integer AS raised,
                          (count(*) FILTER (WHERE i.disposition = 'rejected' AND ${isWithin('i.closed_at', context)}))::integer AS false,
                          (count(*) FILTER (WHERE i.closed_at IS NULL))::integer AS open
                     FROM i GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 4 DESC, 1 LIMIT ${listedStructures})
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(o) ORDER BY o.rank) FROM open o), '[]') AS open,
           coalesce((SELECT jsonb_agg(to_jsonb(r) ORDER BY r.count DESC, r.kind) FROM raised r), '[]') AS raised,
           coalesce((SELECT jsonb_agg(to_jsonb(c) ORDER BY c.count DESC, c.disposition, c.reason) FROM closed c), '[]') AS closed,
           coalesce((SELECT jsonb_agg(to_jsonb(k) ORDER BY k.rank) FROM taken k), '[]') AS taken,
           coalesce((SELECT jsonb_agg(jsonb_build_object('structureId', s.structure_id, 'raised', s.raised, 'false', s.false, 'open', s.open)
                                      ORDER BY s.raised DESC, s.false DESC, s.open DESC, s.structure_id) FROM sites s), '[]') AS sites`.execute(
    tx,
  );
  return rows[0] ?? { open: [], raised: [], closed: [], taken: [], sites: [] };
}

/** The sites of incidents that the caller may read. A party of an incident knows its name, but does not see the site itself. */
async function named({ tx }: Asking, sites: readonly OfSite[]): Promise<Counters['byStructure']> {
  const ids = sites.flatMap(({ structureId }) => structureId ?? []);
  const { rows } = await sql<{ id: number; structure: { id: number; name: string } | null }>`
    SELECT n.id, ${structureNamed('n.id')} AS structure FROM unnest(${ids}::integer[]) n(id)`.execute(tx);
  const byId = new Map(rows.map(({ id, structure }) => [id, structure]));
  return sites.map(({ structureId, ...sums }) => ({
    structure: structureId === null ? null : (byId.get(structureId) ?? null),
    ...sums,
  }));
}

/** How the panels stand now. */
async function panelSums(context: Asking): Promise<Counters['panels']> {
  const { rows } = await sql<Counters['panels']>`
    WITH p AS MATERIALIZED (SELECT * FROM ${panels(context)} x)
    SELECT (count(*) FILTER (WHERE p.service = 'active'))::integer AS active, (count(*) FILTER (WHERE p.service = 'out-of-service'))::integer AS out_of_service,
           (count(*) FILTER (WHERE p.service = 'linked'))::integer AS linked, (count(*) FILTER (WHERE p.service = 'active' AND p.connection = 'offline'))::integer AS offline,
           coalesce(sum(g.armed), 0)::integer AS armed_groups, coalesce(sum(g.disarmed), 0)::integer AS disarmed_groups
      FROM p CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE g.state NOT IN ('disarmed', 'arming')) AS armed, count(*) FILTER (WHERE g.state IN ('disarmed', 'arming')) AS disarmed
                                   FROM defcon_group g WHERE g.panel_id = p.id AND p.service <> 'unlinked') g`.execute(
    context.tx,
  );
  return rows[0] ?? { active: 0, outOfService: 0, linked: 0, offline: 0, armedGroups: 0, disarmedGroups: 0 };
}

async function armingSums(context: Asking): Promise<Pick<Counters, 'arms' | 'disarms'>> {
  const { rows } = await sql<Pick<Counters, 'arms' | 'disarms'>>`
    SELECT (count(*) FILTER (WHERE e.code || ' ' || e.qualifier = ANY (${armingSignals}::text[])))::integer AS arms,
           (count(*) FILTER (WHERE e.code || ' ' || e.qualifier = ANY (${disarmingSignals}::text[])))::integer AS disarms
      FROM defcon_event e JOIN ${panels(context)} p ON p.id = e.panel_id WHERE ${isWithin('e.at', context)} AND ${isOfGroups(context)}`.execute(
    context.tx,
  );
  return rows[0] ?? { arms: 0, disarms: 0 };
}

/** The figures of a period, and how things stand now. */
export async function counters(context: Asking): Promise<Counters> {
  assertPeriod(context.query);
  const { tx, actor } = context;
  const own = actor.session.actingFor;
  const set = own === null ? settings.defaults : await settingOf(tx, settings, own);
  const targets: Targets = (rank) => (rank === 1 ? set.urgentTargets : set.otherTargets);
  const { taken, sites, ...sums } = await incidentSums(context, targets);
  // A company that watches panels does not see their devices.
  const [byStructure, panelsNow, armings] = await bypassRls(tx, actor.scope, async () => [
    await named(context, sites),
    await panelSums(context),
    await armingSums(context),
  ]);
  const spans = await supervised(context);
  const sum = (of: 'activeSeconds' | 'offlineSeconds') => spans.reduce((all, one) => all + one[of], 0);
  const active = sum('activeSeconds');
  return {
    zone: await zoneOfCompany(tx, own),
    ...sums,
    byStructure,
    falseRate: falseRate(sums.closed),
    panels: panelsNow,
    ...armings,
    supervision: active === 0 ? null : 1 - sum('offlineSeconds') / active,
    acknowledged: taken.map(({ first, second, ...row }) => ({
      ...row,
      targets: [first, second].map((within, n) => ({
        seconds: targets(row.rank)[n] ?? 0,
        aim: targetShares[n] ?? 1,
        within,
      })),
    })),
  };
}
