import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceFacts, sensorRegistry, type VisibleApp, withinApps } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { MeterUsage } from '../common/consumption.ts';
import { type MeterHistory, midnightOf, toleranceOf, totalBetween } from '../common/index-curve.ts';
import { type Utility, utilities } from '../common/manifest.ts';
import { curveOf } from './meters.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';
import { readingsOfMeters, totalsAround } from './totals.ts';

type Reading = Pick<Context, 'tx' | 'kit'> & { actor: Pick<Actor, 'scope'> };
/** Instants in milliseconds since 1970. */
export type Span = { from: number; to: number };
type Device = {
  id: number;
  companyId: number;
  app: string;
  solutionId: number;
  hardwareId: number;
  structureId: number | null;
};
export type KnownMeter = Device & {
  sensor: number;
  sensorKey: string;
  utility: Utility;
  unit: string;
  toleranceMs: number;
};
/** The selected meters: of these apps, and only the named ones. */
export type MeterChoice = {
  apps: readonly VisibleApp[];
  devices?: readonly number[];
  structures?: readonly number[];
};

/** The consumption of a meter in a period and in the period before; null where unknown. */
export type MeterConsumption = {
  device: number;
  structureId: number | null;
  sensorKey: string;
  utility: Utility;
  unit: string;
  amount: number | null;
  before: number | null;
};

/** The bounds of a span, which are milliseconds since 1970, as ISO texts. */
export const isoSpan = ({ from, to }: Span): { from: string; to: string } => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** The time zone of the months of sites: that of the current company, else of their own company. */
export const zoneOfCaller = ({ tx, actor: { session } }: Pick<Context, 'tx' | 'actor'>): Promise<string> =>
  zoneOfCompany(tx, session.actingFor ?? session.user.companyId);

/** The month so far, in the time zone. */
export const monthSoFar = (now: number, zone: string): Span => ({
  from: monthSpan(monthAt(now, zone), zone).from,
  to: now,
});

/** The local days of a period. */
export function daysOf({ from, to }: Span, zone: string): Span[] {
  const days: Span[] = [];
  for (let start = from; start < to; ) {
    const next = Math.min(to, midnightOf(start, zone, 1));
    days.push({ from: start, to: next });
    start = next;
  }
  return days;
}

/**
 * The period with which a period is compared: for a part of a month the same days of the month before, for a whole month
 * the whole month before, else the equal time before.
 */
export function periodBefore({ from, to }: Span, zone: string): Span {
  const month = monthAt(from, zone);
  const span = monthSpan(month, zone);
  if (span.from !== from || to > span.to) return { from: from - (to - from), to: from };
  const earlier = monthSpan(monthsLater(month, -1), zone);
  // A shorter previous month ends earlier.
  return { from: earlier.from, to: to === span.to ? earlier.to : Math.min(earlier.from + (to - from), earlier.to) };
}

/**
 * The consumption of meters: the one source of every total of a site, a ranking, a comparison or a report. Four statements
 * for any number of meters. A period that ends in the future ends with the last reading.
 */
export async function consumptionOfMeters(
  context: Reading,
  choice: MeterChoice,
  { period, before }: { period: Span; before: Span },
): Promise<MeterConsumption[]> {
  const meters = await metersOf(context, choice);
  const now = Date.now();
  const to = Math.min(period.to, now);
  const totals = await totalsOfMeters(context, meters, {
    instants: [period.from, to, before.from, before.to],
    period,
    now,
  });
  return meters.map(({ id, structureId, sensorKey, utility, unit }) => {
    const at = totals.get(id);
    return {
      device: id,
      structureId,
      sensorKey,
      utility,
      unit,
      amount: at ? difference(at, period.from, to) : null,
      before: at ? difference(at, before.from, before.to) : null,
    };
  });
}

/** The sums of meters by utility. Only meters that are known in both periods are compared. */
export function usagesOf(meters: readonly MeterConsumption[]): MeterUsage[] {
  const usages = new Map<string, MeterUsage>();
  for (const { utility, unit, amount, before } of meters) {
    const key = `${utility} ${unit}`;
    const usage = usages.get(key) ?? { utility, unit, meters: 0, known: 0, amount: 0, compared: null };
    usages.set(key, usage);
    usage.meters += 1;
    if (amount === null) continue;
    usage.known += 1;
    usage.amount += amount;
    if (before === null) continue;
    usage.compared ??= { amount: 0, before: 0 };
    usage.compared.amount += amount;
    usage.compared.before += before;
  }
  return [...usages.values()].sort((a, b) => utilities.indexOf(a.utility) - utilities.indexOf(b.utility));
}

/** The sums of meters by structure, without meters outside structures. */
export function usagesBySite(meters: readonly MeterConsumption[]): Map<number, MeterUsage[]> {
  const bySite = Map.groupBy(meters, ({ structureId }) => structureId);
  return new Map([...bySite].flatMap(([id, of]) => (id === null ? [] : [[id, usagesOf(of)] as const])));
}

type Totals = ReadonlyMap<number, number | null>;

/** The consumption between two of the instants; null if it is not known. */
export function difference(totals: Totals, from: number, to: number): number | null {
  const [first, last] = [totals.get(from) ?? null, totals.get(to) ?? null];
  return first === null || last === null ? null : Math.max(0, last - first);
}

/** The installed meters of a choice, in one statement. */
export async function metersOf(
  { tx, kit, actor }: Reading,
  { apps: visible, devices, structures }: MeterChoice,
): Promise<KnownMeter[]> {
  const apps = kit.apps.filter(({ id, metering }) => metering && visible.some(({ app }) => app === id));
  const solutions = apps.flatMap(({ metering }) => Object.keys(metering?.solutions ?? {}).map(Number));
  const { companies } = actor.scope;
  const found = await sql<Device>`
    SELECT d.id, d.company_id, d.app, d.solution_id, d.hardware_id, d.structure_id FROM ${sql.raw(deviceFacts)} d
     WHERE ${companies === 'all' ? sql`true` : sql`d.company_id = ANY (${companies}::integer[])`}
       AND ${devices ? sql`d.id = ANY (${devices}::integer[])` : sql`true`}
       AND ${structures ? sql`d.structure_id = ANY (${structures}::integer[])` : sql`true`}
       AND d.state = 'installed' AND d.solution_id = ANY (${solutions}::integer[]) AND ${withinApps(visible, 'd')} ORDER BY d.id`.execute(
    tx,
  );
  const byId = new Map(apps.map((app) => [app.id, app]));
  return found.rows.flatMap((device) => meterFor(kit.apps, byId.get(device.app), device) ?? []);
}

function meterFor(apps: readonly AppManifest[], app: AppManifest | undefined, device: Device): KnownMeter | undefined {
  const spec = app?.metering?.solutions[device.solutionId];
  const sensor = spec && sensorRegistry(apps).named(app.id, spec.sensor);
  if (!sensor) return undefined;
  const model = app.hardware?.find((one) => one.id === device.hardwareId);
  return {
    ...device,
    sensor: sensor.id,
    sensorKey: spec.sensor,
    utility: spec.utility,
    unit: sensor.unit,
    toleranceMs: toleranceOf(model ? usualInterval(model) : 3600),
  };
}

/** The totals of meters at instants, in three statements for any number of meters; the last reading counts as now. */
export async function totalsOfMeters(
  { tx, actor }: Reading,
  meters: readonly KnownMeter[],
  { instants, period, now }: { instants: readonly number[]; period: Span; now: number },
): Promise<Map<number, Totals>> {
  if (meters.length === 0) return new Map();
  const ids = meters.map(({ id }) => id);
  const segments = await tx
    .selectFrom('meterSegment')
    .select(['deviceId', 'id', 'serial', 'startedAt', 'startIndex', 'endedAt', 'endIndex', 'reason'])
    .where('deviceId', '=', anyOf(ids))
    .orderBy('deviceId')
    .orderBy('startedAt')
    .execute();
  const reviews = await tx
    .selectFrom('meterReview')
    .select(['deviceId', 'id', 'at', 'before', 'rise', 'state', 'returnedAt'])
    .where('deviceId', '=', anyOf(ids))
    .orderBy('deviceId')
    .orderBy('at')
    .execute();
  const [segmentsOf, reviewsOf] = [
    Map.groupBy(segments, ({ deviceId }) => deviceId),
    Map.groupBy(reviews, ({ deviceId }) => deviceId),
  ];
  const readings = Map.groupBy(await readingsOfMeters(tx, actor.scope, meters, instants), ({ deviceId }) => deviceId);
  return new Map(
    meters.flatMap(({ id, toleranceMs }) => {
      const segments = segmentsOf.get(id);
      // Its readings have not been scanned yet.
      if (!segments) return [];
      const history: MeterHistory = curveOf({ segments, reviews: reviewsOf.get(id) ?? [] });
      const totals = totalsAround(readings.get(id) ?? [], history).map(({ at, before, after }) => {
        // Nothing was consumed before the first reading; a meter that began after the period before is not compared with it.
        if (!before) return [at, after && at >= period.from ? 0 : null] as const;
        if (at >= now) return [at, before.total] as const;
        return [at, totalBetween(at, before, after, toleranceMs)?.total ?? null] as const;
      });
      return [[id, new Map(totals)] as const];
    }),
  );
}
