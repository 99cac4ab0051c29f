import { billingPartyOf } from '#core/accounts/server/api.ts';
import { type Decimal, moneyInWords } from '#platform/common/text/money.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Statement } from '../../common/bill.ts';
import { indexAt, type MeterHistory, type TotalAt } from '../../common/index-curve.ts';
import { billLinesOf, billTotals } from '../../common/price.ts';
import type { TariffTerms } from '../../common/terms.ts';
import { curveOf, historyOf, type Meter, meteringOf } from '../meters.ts';
import { monthSpan, monthsLater } from '../months.ts';
import { type AppliedTariff, converted, exact, tariffFor } from '../tariffs.ts';
import { TotalsOfMeter } from '../totals.ts';
import { exactTotals } from './exact-totals.ts';
import { chainOf, grown, issuedDocuments } from './settlement.ts';

/** A statement with the data that a later correction needs. */
export type DraftedStatement = {
  statement: Statement;
  terms: TariffTerms;
  /** Charges that are due once are part of it. */
  chargesOnce: boolean;
};

/** The number of previous months that a bill shows. */
const historyMonths = 12;

type Drafting = { tx: Tx; scope: Scope; meter: Meter; month: string; now: number };

const nothingToShow = () => refuse(477, 'nothing-to-show');
const iso = (at: number) => new Date(at).toISOString();

/** The consumption to bill for a month, and the tariff that applies. */
async function billedOf({ tx, scope, meter, month, now }: Drafting) {
  const stored = await historyOf(tx, meter);
  const history = curveOf(stored);
  const span = monthSpan(month, meter.zone);
  const [first] = history.segments;
  const running = now < span.to;
  const to = running ? now : span.to;
  if (!first || first.from >= to) throw nothingToShow();
  const tariff = await tariffFor(tx, meter, month);
  if (!tariff) throw refuse(404, 'no-tariff', {}, `${meteringOf(meter.app).codes}0404`);
  const totals = new TotalsOfMeter(tx, scope, meter, history, now);
  const documents = await issuedDocuments(tx, meter, now);
  const chain = await chainOf(totals, { meter, month, documents, history, to });
  if (!chain?.due) throw nothingToShow();
  const { from, corrections } = chain;
  return { stored, history, span, first, running, to, tariff, totals, from, corrections, ...chain.due };
}

/**
 * The statement of a meter for a month, as it would be issued now: up to now for a running month. Refuses with 404
 * without a tariff and with 477 without anything to bill.
 */
export async function draftStatement(drafting: Drafting): Promise<DraftedStatement> {
  const { tx, meter, month } = drafting;
  const { stored, history, span, first, running, from, to, tariff, totals, opening, closing, ...billed } =
    await billedOf(drafting);
  const previous = monthSpan(monthsLater(month, -1), meter.zone);
  const lastYear = monthSpan(monthsLater(month, -12), meter.zone);
  const past = Array.from({ length: historyMonths }, (_, i) => monthsLater(month, i - historyMonths));
  const starts = [...past, month].map((one) => monthSpan(one, meter.zone).from);
  const earlier = await totals.known([previous.from, previous.to, lastYear.from, lastYear.to, ...starts]);
  const newest = (await totals.newest())?.total ?? opening.total;
  const metered = grown(opening, closing);
  const quantity = converted(meter.sensor.unit, tariff, metered);
  const options = {
    fraction: (span.to - from) / (span.to - span.from),
    dwellings: tariff.dwellings,
    first: !(await hasChargedOnce(tx, meter)),
  };
  const corrections = running ? [] : billed.corrections;
  const lines = [...billLinesOf(tariff.terms, tariff.currency, quantity, options), ...corrections];
  const sums = exactTotals(lines, tariff.terms);
  const expected = running ? (await totals.at([span.to])).get(span.to) : null;
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
    metered,
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
  return { statement, terms: tariff.terms, chargesOnce: options.first };
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
  index: exact(indexAt({ at, total }, history)).toNumber(),
  quality,
});

function forecastOf({ terms, currency }: AppliedTariff, quantity: Decimal, options: Parameters<typeof billLinesOf>[3]) {
  return {
    quantity: quantity.toNumber(),
    total: billTotals(billLinesOf(terms, currency, quantity, options), terms).total,
  };
}

function wordsOf(total: number, { currency }: AppliedTariff): Statement['words'] {
  const [en, ar] = [moneyInWords(total, currency, 'en'), moneyInWords(total, currency, 'ar')];
  return en && ar ? { en, ar } : null;
}

async function hasChargedOnce(tx: Tx, { id }: Meter): Promise<boolean> {
  const rows = await tx
    .selectFrom('meterBill')
    .where('deviceId', '=', id)
    .where('chargesOnce', '=', true)
    .where('state', '=', 'issued')
    .execute();
  return rows.length > 0;
}
