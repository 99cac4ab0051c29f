import { sql } from 'kysely';
import { type Decimal, decimal } from '#platform/common/text/money.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Statement } from '../../common/bill.ts';
import type { MeterHistory, TotalAt } from '../../common/index-curve.ts';
import { conversionOf } from '../../common/manifest.ts';
import { type BillLine, correctionLine, isVariable } from '../../common/price.ts';
import { type BilledSpan, type DueSpan, settledConsumption } from '../../common/settlement.ts';
import type { TariffTerms } from '../../common/terms.ts';
import type { Meter } from '../meters.ts';
import { firstDayOf, monthAt, monthSpan, monthsLater } from '../months.ts';
import { converted, exact } from '../tariffs.ts';
import type { TotalsOfMeter } from '../totals.ts';

/** Readings older than 400 days are refused, so no earlier month can change any more. */
const openMonths = 15;
/** Smaller differences come from the rounding of quantities. */
const negligible = 0.00001;

type IssuedDocument = {
  state: 'issued' | 'corrected';
  terms: TariffTerms;
  statement: Pick<
    Statement,
    'kind' | 'month' | 'period' | 'unit' | 'consumption' | 'currency' | 'lines' | 'dwellings' | 'opening' | 'closing'
  >;
};

/** The amounts that the bills and credits of a meter have charged for a month so far. */
export type Settled = { quantity: Decimal; amount: number };

/** The issued bills and credits of months that late readings may still change. */
export async function issuedDocuments(tx: Tx, { id, zone }: Meter, now: number): Promise<IssuedDocument[]> {
  const since = firstDayOf(monthsLater(monthAt(now, zone), -openMonths));
  const rows = await sql<IssuedDocument>`
    SELECT state, terms, statement FROM meter_bill
     WHERE device_id = ${id} AND state <> 'draft' AND (month >= ${since}::date OR issued_at >= ${since}::date) ORDER BY month, id`.execute(
    tx,
  );
  return rows.rows.filter(({ statement }) => statement.month >= since.slice(0, 7) || correctsSince(statement, since));
}

const correctsSince = ({ lines }: Pick<Statement, 'lines'>, since: string) =>
  lines.some(({ month }) => month !== null && month >= since.slice(0, 7));

/** The amounts that corrections have charged for a month in addition to its own bills. */
export function correctedSoFar(documents: readonly IssuedDocument[], month: string): Settled {
  let [quantity, amount] = [decimal(0), 0];
  for (const { statement } of documents)
    for (const line of statement.lines) {
      if (line.kind !== 'correction' || line.month !== month) continue;
      quantity = quantity.plus(signed(statement, line.quantity ?? 0));
      amount += line.amount;
    }
  return { quantity, amount };
}

/** The lines of a credit have negative amounts, and the quantities of the bill. */
const signed = ({ kind }: Pick<Statement, 'kind'>, quantity: number) =>
  kind === 'credit' ? decimal(quantity).times(-1) : decimal(quantity);

function settledFor(documents: readonly IssuedDocument[], month: string): Settled {
  let { quantity, amount } = correctedSoFar(documents, month);
  for (const { statement } of documents) {
    if (statement.month !== month) continue;
    quantity = quantity.plus(signed(statement, statement.consumption.quantity));
    for (const line of statement.lines) if (isVariable(line)) amount += line.amount;
  }
  return { quantity, amount };
}

/** A quantity in the unit of a tariff as an amount of the counter. */
function metered(quantity: Decimal, unit: string, billedIn: string): number {
  const { times, by } = conversionOf(unit, billedIn) ?? { times: '1', by: '1' };
  return quantity.times(by).div(times).toNumber();
}

/** A bill among those of its meter; without a document the one that is being drafted. */
type Link = { month: string; document: IssuedDocument | null; settled: Settled | null; span: BilledSpan };

export type Chain = {
  /** For the bill that is drafted. */
  due: DueSpan;
  from: number;
  corrections: BillLine[];
};

type ChainOf = {
  meter: Meter;
  month: string;
  documents: readonly IssuedDocument[];
  history: MeterHistory;
  /** Where the drafted bill ends. */
  to: number;
};

/**
 * Puts the bill of a month among the issued ones of its meter: where it opens, what it has to charge, and the lines by
 * which it corrects other months whose consumption is now known more precisely. Null if its period is empty.
 */
export async function chainOf(totals: TotalsOfMeter, of: ChainOf): Promise<Chain | null> {
  const links = linksOf(of);
  const own = links.findIndex(({ document }) => document === null);
  const from = links[own]?.span.from ?? of.to;
  if (from >= of.to) return null;
  const known = await totals.known(links.flatMap(({ span }) => [span.from, span.to]));
  const estimated = await totals.at([from, of.to]);
  const due = settledConsumption(
    links.map(({ span }) => span),
    (at) => known.get(at) ?? estimated.get(at) ?? null,
  );
  const corrections = links.flatMap((link, n) => correctionOf(link, due[n] ?? null, of.meter));
  return { due: due[own] ?? null, from, corrections };
}

/** The drafted bill and the issued ones in the order of their months; each begins where the one before has ended. */
function linksOf({ meter, month, documents, history, to }: ChainOf): Link[] {
  const first = history.segments[0]?.from ?? Number.POSITIVE_INFINITY;
  const issued = documents
    .filter(({ state, statement }) => state === 'issued' && statement.kind === 'bill' && statement.month !== month)
    .map((document) => linkOf(document, settledFor(documents, document.statement.month)));
  const drafted: Link = {
    month,
    document: null,
    settled: null,
    span: { from: Number.POSITIVE_INFINITY, to, settled: null },
  };
  const links: Link[] = [];
  for (const link of [...issued, drafted].sort((a, b) => (a.month < b.month ? -1 : 1))) {
    const before = links.at(-1);
    // The first period begins earlier if older readings have arrived since.
    const start = Math.min(link.span.from, Math.max(monthSpan(link.month, meter.zone).from, first));
    const from = before && before.month === monthsLater(link.month, -1) ? before.span.to : start;
    links.push({ ...link, span: { ...link.span, from } });
  }
  return links;
}

function linkOf(document: IssuedDocument, settled: Settled): Link {
  const { month, period, unit, consumption, opening, closing } = document.statement;
  const amount = metered(settled.quantity, unit, consumption.unit);
  const qualities = { opening: opening.quality, closing: closing.quality };
  const span = { from: Date.parse(period.from), to: Date.parse(period.to), settled: { amount, ...qualities } };
  return { month, document, settled, span };
}

function correctionOf({ document, settled, span }: Link, due: DueSpan, meter: Meter): BillLine[] {
  if (!document || !settled || !due?.known) return [];
  const { terms, statement } = document;
  const target = converted(statement.unit, statement.consumption, grown(due.opening, due.closing));
  if (target.minus(settled.quantity).abs().lt(negligible)) return [];
  const { from, to } = monthSpan(statement.month, meter.zone);
  const options = { fraction: Math.min(1, (span.to - span.from) / (to - from)), dwellings: statement.dwellings };
  return [correctionLine(terms, statement.currency, { month: statement.month, settled, due: target }, options)];
}

/** The difference between two totals as they are printed, so that printed indices and consumption agree. */
export const grown = (opening: TotalAt, closing: TotalAt): number =>
  exact(closing.total).minus(exact(opening.total)).toNumber();
