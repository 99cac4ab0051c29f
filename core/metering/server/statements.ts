import { sql } from 'kysely';
import { billingPartyOf } from '#core/accounts/server/api.ts';
import { type Decimal, decimal, moneyInWords } from '#platform/common/money.ts';
import type { Scope, Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Statement } from '../common/bill.ts';
import { indexOf, type MeterHistory, type TotalAt } from '../common/index-curve.ts';
import type { BillLine } from '../common/price.ts';
import { correctionLine, linesOf, totalsOf } from '../common/price.ts';
import type { TariffTerms } from '../common/terms.ts';
import { exactTotals } from './exact-totals.ts';
import { curveOf, historyOf, type Meter, meteringOf } from './meters.ts';
import { dayOf, monthSpan, monthsLater } from './months.ts';
import { type AppliedTariff, converted, exact, tariffFor } from './tariffs.ts';
import { TotalsOfMeter } from './totals.ts';

/** A statement with what its later correction needs. */
export type DraftedStatement = {
  statement: Statement;
  terms: TariffTerms;
  /** The ids of the earlier bills that it corrects. */
  corrects: number[];
  /** Charges that are due once are part of it. */
  chargesOnce: boolean;
};

/** The months before that a bill shows. */
const historyMonths = 12;

type Drafting = { tx: Tx; scope: Scope; meter: Meter; month: string; now: number };
type Totals = Map<number, TotalAt | null>;

const nothingToShow = () => refuse(477, 'nothing-to-show');
const iso = (at: number) => new Date(at).toISOString();

/**
 * The statement of a meter for a month, as it would be issued now: up to now for a running month. Refuses with 404
 * without a tariff and with 477 without anything to bill.
 */
export async function draftStatement(drafting: Drafting): Promise<DraftedStatement> {
  const { tx, scope, meter, month, now } = drafting;
  const stored = await historyOf(tx, meter);
  const history = curveOf(stored);
  const span = monthSpan(month, meter.zone);
  const first = history.segments[0];
  const running = now < span.to;
  const [from, to] = [Math.max(span.from, first?.from ?? span.to), running ? now : span.to];
  if (!first || from >= to) throw nothingToShow();
  const tariff = await tariffFor(tx, meter, month);
  if (!tariff) throw refuse(404, 'no-tariff', {}, `${meteringOf(meter.app).codes}0404`);
  const totals = new TotalsOfMeter(tx, scope, meter, history, now);
  const previous = monthSpan(monthsLater(month, -1), meter.zone);
  const lastYear = monthSpan(monthsLater(month, -12), meter.zone);
  const found = await totals.at([from, to, span.to]);
  const past = Array.from({ length: historyMonths }, (_, i) => monthsLater(month, i - historyMonths));
  const starts = [...past, month].map((one) => monthSpan(one, meter.zone).from);
  const earlier = await totals.known([previous.from, previous.to, lastYear.from, lastYear.to, ...starts]);
  const [opening, closing] = [found.get(from), found.get(to)];
  if (!opening || !closing) throw nothingToShow();
  const newest = (await totals.newest())?.total ?? opening.total;
  const metered = Math.max(0, closing.total - opening.total);
  const quantity = converted(meter.sensor.unit, tariff, metered);
  const options = {
    fraction: (span.to - from) / (span.to - span.from),
    dwellings: tariff.dwellings,
    first: !(await hasChargedOnce(tx, meter)),
  };
  const corrections = running ? [] : await correctionsOf(drafting, totals);
  const lines = [...linesOf(tariff.terms, tariff.currency, quantity, options), ...corrections.map(({ line }) => line)];
  const sums = exactTotals(lines, tariff.terms);
  const expected = running ? found.get(span.to) : null;
  const amountBetween = (of: { from: number; to: number }) => {
    const [a, b] = [earlier.get(of.from), earlier.get(of.to)];
    return a && b && of.to > first.from ? converted(meter.sensor.unit, tariff, b.total - a.total).toNumber() : null;
  };
  const statement: Statement = {
    deviceId: meter.id,
    month,
    state: running ? 'running' : 'draft',
    kind: 'bill',
    number: null,
    issuedAt: null,
    reason: null,
    issuer: await issuerOf(tx, meter.companyId),
    utility: meter.spec.utility,
    period: { from: iso(from), to: iso(to) },
    zone: meter.zone,
    serial: stored.segments.findLast(({ startedAt }) => Date.parse(startedAt) < to)?.serial ?? meter.serial,
    opening: billedIndex(from, opening, history),
    closing: billedIndex(to, closing, history),
    unit: meter.sensor.unit,
    metered: exact(metered).toNumber(),
    consumption: { quantity: quantity.toNumber(), unit: tariff.unit },
    currency: tariff.currency,
    lines,
    ...sums,
    vatPercent: tariff.terms.vatPercent,
    words: wordsOf(sums.total, tariff),
    estimatedShare: estimatedShareOf(opening, closing, newest),
    tariff: { id: tariff.id, version: tariff.version, name: tariff.name },
    fraction: options.fraction,
    dwellings: options.dwellings,
    underReview: stored.reviews.filter(({ state, at }) => state === 'open' && Date.parse(at) < to).length,
    previous: amountBetween(previous),
    lastYear: amountBetween(lastYear),
    history: [
      ...past.map((one) => ({ month: one, quantity: amountBetween(monthSpan(one, meter.zone)) })),
      { month, quantity: quantity.toNumber() },
    ],
    forecast: expected
      ? forecastOf(tariff, converted(meter.sensor.unit, tariff, expected.total - opening.total), options)
      : null,
  };
  return { statement, terms: tariff.terms, corrects: corrections.map(({ id }) => id), chargesOnce: options.first };
}

async function issuerOf(tx: Tx, companyId: number): Promise<Statement['issuer']> {
  const { legalNameEn, legalNameAr, trn, addressEn, addressAr, country } = await billingPartyOf(tx, companyId);
  return { name: { en: legalNameEn, ar: legalNameAr }, trn, address: { en: addressEn, ar: addressAr }, country };
}

/** The part of the consumption after the newest reading. */
const estimatedShareOf = (opening: TotalAt, closing: TotalAt, newest: number): number =>
  closing.quality === 'estimated' && closing.total > opening.total
    ? (closing.total - Math.max(opening.total, newest)) / (closing.total - opening.total)
    : 0;

const billedIndex = (at: number, { total, quality }: TotalAt, history: MeterHistory) => ({
  at: iso(at),
  index: exact(indexOf({ at, total }, history)).toNumber(),
  quality,
});

function forecastOf({ terms, currency }: AppliedTariff, quantity: Decimal, options: Parameters<typeof linesOf>[3]) {
  return { quantity: quantity.toNumber(), total: totalsOf(linesOf(terms, currency, quantity, options), terms).total };
}

function wordsOf(total: number, { currency }: AppliedTariff): Statement['words'] {
  const [en, ar] = [moneyInWords(total, currency, 'en'), moneyInWords(total, currency, 'ar')];
  return en && ar ? { en, ar } : null;
}

async function hasChargedOnce(tx: Tx, { id }: Meter): Promise<boolean> {
  const rows = await sql`SELECT FROM meter_bill WHERE device_id = ${id} AND charges_once AND state = 'issued'`.execute(
    tx,
  );
  return rows.rows.length > 0;
}

type BillToCorrect = { id: number; statement: Statement; terms: TariffTerms };

/** The differences of earlier bills that were estimated, as far as they are known by now. */
async function correctionsOf(
  { tx, meter, month }: Drafting,
  totals: TotalsOfMeter,
): Promise<{ id: number; line: BillLine }[]> {
  const bills = await sql<BillToCorrect>`
    SELECT id, statement, terms FROM meter_bill
     WHERE device_id = ${meter.id} AND to_correct AND kind = 'bill' AND state = 'issued' AND month < ${dayOf(month)}::date ORDER BY month`.execute(
    tx,
  );
  const instants = bills.rows.flatMap(({ statement: { period } }) => [Date.parse(period.from), Date.parse(period.to)]);
  const found: Totals = await totals.known(instants);
  return bills.rows.flatMap(({ id, statement, terms }) => {
    const [first, last] = [found.get(Date.parse(statement.period.from)), found.get(Date.parse(statement.period.to))];
    if (!first || !last) return [];
    const measured = converted(statement.unit, statement.consumption, last.total - first.total);
    const billed = decimal(statement.consumption.quantity);
    const { fraction, dwellings } = statement;
    const line = correctionLine(
      terms,
      statement.currency,
      { month: statement.month, billed, measured },
      { fraction, dwellings },
    );
    return { id, line };
  });
}
