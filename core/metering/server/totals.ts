import { type RawBuilder, sql } from 'kysely';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import {
  boundariesOf,
  estimateDays,
  estimatedTotal,
  type FullDay,
  type MeterHistory,
  midnightOf,
  type TotalAt,
  type TotalPoint,
  toleranceOf,
  totalBetween,
  totalOf,
} from '../common/index-curve.ts';
import type { Meter } from './meters.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';

type Neighbour = { at: string; value: number } | null;
type Around = { at: number; before: Neighbour; after: Neighbour };

const iso = (at: number) => new Date(at).toISOString();
/** Neighbours are first looked for within this many days; few partitions are read then. */
const nearDays = 62;
const allDays = 800;

/** SQL for the nearest reading on one side of the instant `i.at`, as JSON: of the device or entered by a person. */
function neighbour(
  { device, sensor }: { device: RawBuilder<unknown>; sensor: RawBuilder<unknown> },
  side: 'before' | 'after',
  days: number,
) {
  const direction = sql.raw(side === 'before' ? 'DESC' : 'ASC');
  const within =
    side === 'before'
      ? sql`time <= i.at AND time > i.at - ${days} * interval '1 day'`
      : sql`time > i.at AND time <= i.at + ${days} * interval '1 day'`;
  return sql`(SELECT jsonb_build_object('at', time, 'value', value) FROM (
      (SELECT time, value FROM ${sql.raw(storedReadings)} r
        WHERE device_id = ${device} AND sensor_id = ${sensor} AND value IS NOT NULL AND ${within} ORDER BY time ${direction} LIMIT 1)
      UNION ALL
      (SELECT time, value FROM (SELECT at AS time, value FROM meter_reading WHERE device_id = ${device}) m
        WHERE ${within} ORDER BY time ${direction} LIMIT 1)) nearest ORDER BY time ${direction} LIMIT 1)`;
}

/** The readings around instants, in milliseconds since 1970. */
export async function readingsAround(
  tx: Tx,
  scope: Scope,
  meter: Meter,
  instants: readonly number[],
  days = nearDays,
): Promise<Around[]> {
  if (instants.length === 0) return [];
  const of = { device: sql`${meter.id}`, sensor: sql`${meter.sensor.id}` };
  const rows = await bypassRls(tx, scope, () =>
    sql<Around>`
      SELECT (extract(epoch FROM i.at) * 1000)::bigint AS at, ${neighbour(of, 'before', days)} AS before, ${neighbour(of, 'after', days)} AS after
        FROM unnest(${instants.map(iso)}::timestamptz[]) i (at)`.execute(tx),
  );
  if (days === allDays) return rows.rows;
  const far = rows.rows.filter(({ before, after }) => !before || !after).map(({ at }) => at);
  const found = new Map((await readingsAround(tx, scope, meter, far, allDays)).map((one) => [one.at, one]));
  return rows.rows.map((row) => found.get(row.at) ?? row);
}

/** The readings around instants of many meters, in one statement; within 62 days before and after each. */
export async function readingsOfMeters(
  tx: Tx,
  scope: Scope,
  meters: readonly { id: number; sensor: number }[],
  instants: readonly number[],
): Promise<(Around & { deviceId: number })[]> {
  const of = { device: sql`m.device`, sensor: sql`m.sensor` };
  const rows = await bypassRls(tx, scope, () =>
    sql<Around & { deviceId: number }>`
      SELECT m.device AS device_id, (extract(epoch FROM i.at) * 1000)::bigint AS at, ${neighbour(of, 'before', nearDays)} AS before, ${neighbour(of, 'after', nearDays)} AS after
        FROM unnest(${meters.map(({ id }) => id)}::integer[], ${meters.map(({ sensor }) => sensor)}::integer[]) m (device, sensor)
       CROSS JOIN unnest(${instants.map(iso)}::timestamptz[]) i (at)`.execute(tx),
  );
  return rows.rows;
}

/** The nearest totals around instants, by readings and by the ends of segments. */
export function totalsAround(
  around: readonly Around[],
  history: MeterHistory,
  boundaries: readonly TotalPoint[] = boundariesOf(history),
) {
  const pointOf = (reading: Neighbour) =>
    reading && totalOf({ at: Date.parse(reading.at), value: reading.value }, history);
  return around.map((one) => {
    const before = [...boundaries, pointOf(one.before)].filter((point) => point !== null && point.at <= one.at);
    const after = [...boundaries, pointOf(one.after)].filter((point) => point !== null && point.at > one.at);
    return {
      at: one.at,
      before: before.reduce((best, point) => (best && point && best.at > point.at ? best : point), null),
      after: after.reduce((best, point) => (best && point && best.at <= point.at ? best : point), null),
    };
  });
}

/** Finds the consumption of a meter since its beginning at any instant, measured, interpolated or estimated. */
export class TotalsOfMeter {
  private readonly tx: Tx;
  private readonly scope: Scope;
  private readonly meter: Meter;
  private readonly history: MeterHistory;
  private readonly boundaries: readonly TotalPoint[];
  private basis: Promise<Parameters<typeof estimatedTotal>[2]> | undefined;
  private readonly now: number;

  constructor(tx: Tx, scope: Scope, meter: Meter, history: MeterHistory, now: number) {
    this.tx = tx;
    this.scope = scope;
    this.meter = meter;
    this.history = history;
    this.boundaries = boundariesOf(history);
    this.now = now;
  }

  /** The totals at instants between two readings, or near one; null elsewhere. */
  async known(instants: readonly number[]): Promise<Map<number, TotalAt | null>> {
    const around = await this.pointsAround(instants);
    const tolerance = toleranceOf(this.meter.reportEverySeconds);
    return new Map(
      around.map(({ at, before, after }) => [
        at,
        // Before the first reading nothing was consumed.
        before ? totalBetween(at, before, after, tolerance) : after && { total: 0, quality: 'measured' },
      ]),
    );
  }

  /** The newest total; null without a reading. */
  async newest(): Promise<TotalPoint | null> {
    return (await this.pointsAround([this.now]))[0]?.before ?? null;
  }

  /** Like `known`, but with an estimate after the newest reading; null without a basis for one. */
  async at(instants: readonly number[]): Promise<Map<number, TotalAt | null>> {
    const found = await this.known(instants);
    const open = [...found].filter(([, total]) => total === null).map(([at]) => at);
    const last = open.length > 0 ? await this.newest() : null;
    if (!last) return found;
    this.basis ??= this.readBasis(last);
    const basis = await this.basis;
    for (const at of open) {
      const total = estimatedTotal(at, last, basis);
      found.set(at, total === null ? null : { total, quality: 'estimated' });
    }
    return found;
  }

  private async pointsAround(instants: readonly number[]) {
    const around = await readingsAround(this.tx, this.scope, this.meter, [...new Set(instants)]);
    return totalsAround(around, this.history, this.boundaries);
  }

  /** The newest full days, and the mean day of the same month last year. */
  private async readBasis(last: TotalPoint) {
    const { zone } = this.meter;
    const midnights = Array.from({ length: estimateDays + 1 }, (_, n) => midnightOf(last.at, zone, -n));
    const { from, to } = monthSpan(monthsLater(monthAt(last.at, zone), -12), zone);
    const totals = await this.known([...midnights, from, to]);
    const days = midnights.slice(1).flatMap((start, n): FullDay[] => {
      const [first, end] = [totals.get(start), totals.get(midnights[n] as number)];
      const full = first?.quality === 'measured' && end?.quality === 'measured' && start >= this.firstAt();
      return full ? [{ from: start, amount: Math.max(0, end.total - first.total) }] : [];
    });
    const [first, end] = [totals.get(from), totals.get(to)];
    const lastYear =
      first && end && from >= this.firstAt() ? ((end.total - first.total) * 86_400_000) / (to - from) : null;
    return { days, dailyLastYear: lastYear, zone };
  }

  private firstAt(): number {
    return this.history.segments[0]?.from ?? Number.POSITIVE_INFINITY;
  }
}
