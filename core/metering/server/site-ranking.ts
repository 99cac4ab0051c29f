import { type RawBuilder, sql } from 'kysely';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { RankedUsage, SiteUsage } from '../common/consumption.ts';
import { billLinesOf, billTotals } from '../common/price.ts';
import { daysOf, difference, type KnownMeter, metersOf, type Span, totalsOfMeters } from './consumption.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';
import { converted, tariffsOf } from './tariffs.ts';

type Reading = Pick<Context, 'tx' | 'kit'> & { actor: Pick<Actor, 'scope'> };
type Ranked = Pick<RankedUsage, 'days' | 'cost' | 'budget'>;
/** A part of a month: the part of its charges and budgets that counts, from 0 to 1. */
type MonthPart = Span & { month: string; fraction: number };

/** The months of a period. The running month so far counts as a whole, as on its bill. */
function monthPartsOf(period: Span, zone: string, now: number): MonthPart[] {
  const parts: MonthPart[] = [];
  for (let month = monthAt(period.from, zone); ; month = monthsLater(month, 1)) {
    const span = monthSpan(month, zone);
    if (span.from >= period.to) return parts;
    const [from, to] = [Math.max(span.from, period.from), Math.min(span.to, period.to)];
    const billed = from === span.from && to >= now ? span.to : to;
    parts.push({ month, from, to, fraction: (billed - from) / (span.to - span.from) });
  }
}

/**
 * Adds to sites the days with readings, the cost and the budget of the period. Seven statements for any number of sites.
 */
export async function rankedUsages(
  context: Reading,
  app: string,
  { rows, period, zone }: { rows: readonly SiteUsage[]; period: Span; zone: string },
): Promise<RankedUsage[]> {
  if (rows.length === 0) return [];
  const now = Date.now();
  const passed = { from: period.from, to: Math.min(period.to, now) };
  const structures = [...new Set(rows.map(({ id }) => id))];
  const meters = await metersOf(context, { apps: [{ app, structures: null }], structures });
  const bySite = Map.groupBy(meters, ({ structureId, utility, unit }) => `${structureId}-${utility}-${unit}`);
  const days = daysOf(passed, zone);
  const [counted, usage] = [
    await daysWithReadings(context, meters, days),
    await usageOf(context, app, meters, { period: passed, zone, now }),
  ];
  return rows.map((row) => {
    const of = bySite.get(row.key) ?? [];
    const known = new Set(of.flatMap(({ id }) => counted.get(id) ?? [])).size;
    return { ...row, days: { known, of: days.length }, ...usage(of) };
  });
}

/** The numbers of the days on which meters had readings, of the device or entered by a person, by the meter's id. */
async function daysWithReadings(
  { tx, actor }: Reading,
  meters: readonly KnownMeter[],
  days: readonly Span[],
): Promise<Map<number, number[]>> {
  const iso = (pick: (day: Span) => number) => days.map((day) => new Date(pick(day)).toISOString());
  const within = (at: RawBuilder<unknown>) => sql`${at} >= d."from" AND ${at} < d."to"`;
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{ id: number; days: number[] }>`
      SELECT m.id, array_agg(d.n::integer) AS days
        FROM unnest(${meters.map(({ id }) => id)}::integer[], ${meters.map(({ sensor }) => sensor)}::integer[]) m (id, sensor)
       CROSS JOIN unnest(${iso(({ from }) => from)}::timestamptz[], ${iso(({ to }) => to)}::timestamptz[]) WITH ORDINALITY d ("from", "to", n)
       WHERE EXISTS (SELECT FROM ${sql.raw(storedReadings)} r WHERE r.device_id = m.id AND r.sensor_id = m.sensor AND r.value IS NOT NULL AND ${within(sql`r.time`)})
          OR EXISTS (SELECT FROM meter_reading e WHERE e.device_id = m.id AND ${within(sql`e.at`)})
       GROUP BY m.id`.execute(tx),
  );
  return new Map(found.rows.map(({ id, days }) => [id, days]));
}

/** The costs of meters, and how much of their budgets they have used. */
async function usageOf(
  context: Reading,
  app: string,
  meters: readonly KnownMeter[],
  { period, zone, now }: { period: Span; zone: string; now: number },
): Promise<(of: readonly KnownMeter[]) => Pick<Ranked, 'cost' | 'budget'>> {
  const parts = monthPartsOf(period, zone, now);
  const instants = [...parts.map(({ from }) => from), period.to];
  const totals = await totalsOfMeters(context, meters, { instants, period, now });
  const months = parts.map(({ month }) => month);
  const tariffOf = await tariffsOf(context.tx, app, meters, months);
  const budgets = await budgetsOf(context, meters);
  const share = parts.reduce((sum, { fraction }) => sum + fraction, 0);

  function costOf({ id, unit }: KnownMeter): RankedUsage['cost'][] {
    const at = totals.get(id);
    if (!at) return [];
    return parts.flatMap(({ month, from, to, fraction }) => {
      const amount = difference(at, from, to);
      if (amount === null) return [];
      const tariff = tariffOf(id, month);
      if (!tariff) return [null];
      const { terms, currency, dwellings } = tariff;
      const lines = billLinesOf(terms, currency, converted(unit, tariff, amount), { fraction, dwellings });
      return [{ amount: billTotals(lines, terms).total, currency }];
    });
  }
  return (of) => {
    const costs = of.flatMap(costOf);
    const [first] = costs;
    const isOne = first && costs.every((one) => one?.currency === first.currency);
    const amount = costs.reduce((sum, one) => sum + (one?.amount ?? 0), 0);
    const budgeted = of.flatMap(({ id }) => {
      const [budget, at] = [budgets.get(id), totals.get(id)];
      const used = at ? difference(at, period.from, period.to) : null;
      return budget === undefined || used === null ? [] : { amount: budget * share, used };
    });
    const sum = (key: 'amount' | 'used') => budgeted.reduce((all, one) => all + one[key], 0);
    return {
      cost: isOne ? { amount, currency: first.currency } : null,
      budget: budgeted.length > 0 ? { amount: sum('amount'), used: sum('used') } : null,
    };
  };
}

async function budgetsOf({ tx }: Reading, meters: readonly KnownMeter[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('meterBudget')
    .select(['deviceId as id', 'amount'])
    .where('deviceId', '=', anyOf(meters.map(({ id }) => id)))
    .execute();
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
