import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { appsWithDevices, deviceFacts, sensorRegistry, withinApps } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type MeterHistory, toleranceOf, totalBetween } from '../common/index-curve.ts';
import type { Utility } from '../common/manifest.ts';
import type { MoneyOverview, meteringOverviewRoutes, Usage } from '../common/overview.ts';
import { curveOf, type StoredReview, type StoredSegment } from './meters.ts';
import { dayOf, monthAt, monthSpan, monthsLater } from './months.ts';
import { readingsOfMeters, totalsAround } from './totals.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
type Device = { id: number; app: string; solutionId: number; hardwareId: number };
type OverviewMeter = { id: number; sensor: number; utility: Utility; unit: string; toleranceMs: number };

export const meteringOverviewHandlers: Handlers<typeof meteringOverviewRoutes> = {
  async consumption(context) {
    const { tx, actor } = context;
    const now = Date.now();
    const zone = await zoneOfCompany(tx, actor.session.actingFor);
    const month = monthAt(now, zone);
    const { from } = monthSpan(month, zone);
    const earlier = monthSpan(monthsLater(month, -1), zone);
    // A shorter month before ends earlier.
    const before = { from: earlier.from, to: Math.min(earlier.from + (now - from), earlier.to) };
    const meters = await metersOf(context);
    const totals = await totalsOfMeters(context, meters, [from, now, before.from, before.to], from);
    const usages = new Map<string, Usage>();
    for (const { id, utility, unit } of meters) {
      const at = totals.get(id);
      const key = `${utility} ${unit}`;
      const usage = usages.get(key) ?? { utility, unit, meters: 0, amount: 0, compared: null };
      usages.set(key, usage);
      usage.meters += 1;
      const amount = at && difference(at, from, now);
      if (amount === null || amount === undefined) continue;
      usage.amount += amount;
      const past = at && difference(at, before.from, before.to);
      if (past === null || past === undefined) continue;
      usage.compared ??= { amount: 0, before: 0 };
      usage.compared.amount += amount;
      usage.compared.before += past;
    }
    const iso = (at: number) => new Date(at).toISOString();
    return {
      period: { from: iso(from), to: iso(now) },
      before: { from: iso(before.from), to: iso(before.to) },
      utilities: [...usages.values()].sort((a, b) => (a.utility < b.utility ? -1 : 1)),
    };
  },
  async money({ tx }) {
    const month = monthAt(Date.now(), 'UTC');
    const rows = await sql<MoneyOverview>`
      SELECT statement ->> 'currency' AS currency,
             count(*) FILTER (WHERE state = 'issued' AND kind = 'bill' AND issued_at >= ${dayOf(month)}::date) AS issued,
             coalesce(sum((statement ->> 'total')::bigint) FILTER (WHERE state <> 'draft' AND issued_at >= ${dayOf(month)}::date), 0)::bigint AS total,
             count(*) FILTER (WHERE state = 'draft') AS drafts,
             coalesce(sum((statement ->> 'total')::bigint) FILTER (WHERE state = 'draft'), 0)::bigint AS draft_total
        FROM meter_bill GROUP BY 1 ORDER BY 1`.execute(tx);
    return { month, currencies: rows.rows };
  },
};

type Totals = ReadonlyMap<number, number | null>;

function difference(totals: Totals, from: number, to: number): number | null {
  const [first, last] = [totals.get(from) ?? null, totals.get(to) ?? null];
  return first === null || last === null ? null : Math.max(0, last - first);
}

/** The meters of all apps that the caller may see, in one statement. */
async function metersOf(context: Reading): Promise<OverviewMeter[]> {
  const { tx, kit, actor } = context;
  const visible = appsWithDevices(context);
  const apps = kit.apps.filter(({ id, metering }) => metering && visible.some(({ app }) => app === id));
  const solutions = apps.flatMap(({ metering }) => Object.keys(metering?.solutions ?? {}).map(Number));
  const { companies } = actor.scope;
  const devices = await sql<Device>`
    SELECT d.id, d.app, d.solution_id, d.hardware_id FROM ${sql.raw(deviceFacts)} d
     WHERE ${companies === 'all' ? sql`true` : sql`d.company_id = ANY (${companies}::integer[])`}
       AND d.state = 'installed' AND d.solution_id = ANY (${solutions}::integer[]) AND ${withinApps(visible, 'd')} ORDER BY d.id`.execute(
    tx,
  );
  const byId = new Map(apps.map((app) => [app.id, app]));
  return devices.rows.flatMap((device) => meterFor(kit.apps, byId.get(device.app), device) ?? []);
}

function meterFor(
  apps: readonly AppManifest[],
  app: AppManifest | undefined,
  { id, solutionId, hardwareId }: Device,
): OverviewMeter | undefined {
  const spec = app?.metering?.solutions[solutionId];
  const sensor = spec && sensorRegistry(apps).named(app.id, spec.sensor);
  if (!sensor) return undefined;
  const model = app.hardware?.find((one) => one.id === hardwareId);
  return {
    id,
    sensor: sensor.id,
    utility: spec.utility,
    unit: sensor.unit,
    toleranceMs: toleranceOf(model?.reportEverySeconds ?? 3600),
  };
}

/**
 * The totals of meters at instants, in three statements for any number of meters; the last reading counts as now. `month`
 * is the instant at which this month began.
 */
async function totalsOfMeters(
  { tx, actor }: Reading,
  meters: readonly OverviewMeter[],
  instants: readonly number[],
  month: number,
): Promise<Map<number, Totals>> {
  if (meters.length === 0) return new Map();
  const ids = meters.map(({ id }) => id);
  const segments = await sql<StoredSegment & { deviceId: number }>`
    SELECT device_id, id, serial, started_at, start_index, ended_at, end_index, reason FROM meter_segment
     WHERE device_id = ANY (${ids}::integer[]) ORDER BY device_id, started_at`.execute(tx);
  const reviews = await sql<StoredReview & { deviceId: number }>`
    SELECT device_id, id, at, before, rise, state, returned_at FROM meter_review
     WHERE device_id = ANY (${ids}::integer[]) ORDER BY device_id, at`.execute(tx);
  const [segmentsOf, reviewsOf] = [
    Map.groupBy(segments.rows, ({ deviceId }) => deviceId),
    Map.groupBy(reviews.rows, ({ deviceId }) => deviceId),
  ];
  const readings = Map.groupBy(await readingsOfMeters(tx, actor.scope, meters, instants), ({ deviceId }) => deviceId);
  const newest = Math.max(...instants);
  return new Map(
    meters.map(({ id, toleranceMs }) => {
      const history: MeterHistory = curveOf({ segments: segmentsOf.get(id) ?? [], reviews: reviewsOf.get(id) ?? [] });
      const totals = totalsAround(readings.get(id) ?? [], history).map(({ at, before, after }) => {
        // Nothing was consumed before the first reading; a meter that began after the month before is not compared with it.
        if (!before) return [at, after && at >= month ? 0 : null] as const;
        if (at === newest) return [at, before.total] as const;
        return [at, totalBetween(at, before, after, toleranceMs)?.total ?? null] as const;
      });
      return [id, new Map(totals)];
    }),
  );
}
