import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { nextNumber } from '#platform/server/records/number-series.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Statement } from '../../common/bill.ts';
import { billTotals, settledLines } from '../../common/price.ts';
import { readScanned } from '../meter-handlers.ts';
import { lockMeter, type Meter, meteringOf } from '../meters.ts';
import { firstDayOf, monthAt, monthSpan } from '../months.ts';
import type { IssueContext, StoredBill } from './bills.ts';
import { correctedSoFar, issuedDocuments, type Settled } from './settlement.ts';
import { type DraftedStatement, draftStatement } from './statements.ts';

/** A larger estimated share must be confirmed with a reason. */
const largestEstimate = 0.5;

/** The meter that the address names, for a person who may read bills in its structure. */
export async function readBilledMeter(context: Parameters<typeof readScanned>[0], app: AppManifest): Promise<Meter> {
  const meter = await readScanned(context, app);
  if (!hasAbilityOn(context.actor.session, app.id, 'bill', 'read', meter.structureId))
    throw refuse(403, 'no-permission');
  return meter;
}

/** The bill of a month that is neither a credit nor corrected. */
export async function currentBill(tx: Tx, { id }: Meter, month: string): Promise<StoredBill | null> {
  const rows = await sql<StoredBill>`
    SELECT id, device_id, state, number, statement, verification FROM meter_bill
     WHERE device_id = ${id} AND month = ${firstDayOf(month)}::date AND kind = 'bill' AND state <> 'corrected'`.execute(
    tx,
  );
  return rows.rows[0] ?? null;
}

/** Refuses with 403 callers who may not issue bills of the meter. */
export function assertMayIssue({ actor }: IssueContext, { app, companyId, structureId }: Meter): void {
  changeableCompany(actor, companyId);
  if (!hasAbilityOn(actor.session, app.id, 'bill', 'issue', structureId)) throw refuse(403, 'no-permission');
}

/**
 * Issues the bill of a meter for a month that is over. Refuses with 409 a month that is not over or whose bill is
 * issued.
 */
export async function issueOne(
  context: IssueContext,
  app: AppManifest,
  id: number,
  month: string,
  reason: string | null,
) {
  const { tx, kit, actor } = context;
  const meter = await readBilledMeter({ tx, kit, actor, params: { id } }, app);
  assertMayIssue(context, meter);
  const now = Date.now();
  if (monthSpan(month, meter.zone).to > now) throw refuse(409, 'month-not-over');
  const before = await currentBill(tx, meter, month);
  if (before && before.state !== 'draft')
    throw refuse(409, 'bill-issued', { number: before.number }, `${meteringOf(app).codes}0409`);
  const drafted = await draftStatement({ tx, scope: actor.scope, meter, month, now });
  assertIssuable(drafted.statement, reason);
  if (before) await tx.deleteFrom('meterBill').where('id', '=', before.id).execute();
  return (await storeIssued(tx, meter, drafted, { reason })).number;
}

function assertIssuable({ underReview, estimatedShare }: Statement, reason: string | null): void {
  if (underReview > 0) throw refuse(409, 'readings-under-review', { count: underReview });
  if (estimatedShare > largestEstimate && !reason) throw refuse(409, 'mostly-estimated');
}

async function storeIssued(
  tx: Tx,
  meter: Meter,
  { statement: draft, terms, chargesOnce }: DraftedStatement,
  { reason, now = Date.now() }: { reason: string | null; now?: number },
): Promise<Statement> {
  const year = Number(monthAt(now, meter.zone).slice(0, 4));
  const of = { companyId: meter.companyId };
  const { number } = await nextNumber(tx, { table: 'meter_bill_number', of, year, prefix: 'MB' });
  const statement: Statement = { ...draft, state: 'issued', number, issuedAt: new Date(now).toISOString(), reason };
  await tx
    .insertInto('meterBill')
    .values({
      companyId: meter.companyId,
      app: meter.app.id,
      deviceId: meter.id,
      month: firstDayOf(statement.month),
      kind: statement.kind,
      state: 'issued',
      number,
      statement: JSON.stringify(statement),
      terms: JSON.stringify(terms),
      chargesOnce,
      issuedAt: statement.issuedAt,
    })
    .execute();
  return statement;
}

/** Issues the bill of a month as it would have been issued at an instant. */
export async function issueAt(tx: Tx, meter: Meter, month: string, now: number): Promise<void> {
  const drafted = await draftStatement({ tx, scope: systemScope, meter, month, now });
  await storeIssued(tx, meter, drafted, { reason: null, now });
}

const negated = (value: number) => (value === 0 ? 0 : -value);

/** A credit cancels what was charged for the month; a new bill reflects what is known now. */
export async function correctBill(
  { tx, actor }: IssueContext,
  meter: Meter,
  bill: StoredBill,
  reason: string,
): Promise<Statement> {
  await lockMeter(tx, meter);
  const now = Date.now();
  const rows = await sql<CorrectedBill>`
    UPDATE meter_bill SET state = 'corrected', statement = statement || '{"state": "corrected"}'
     WHERE id = ${bill.id} AND state = 'issued' RETURNING statement, terms`.execute(tx);
  const [corrected] = rows.rows;
  if (!corrected) throw refuse(409, 'bill-corrected');
  const { month } = corrected.statement;
  const credit = creditOf(corrected, correctedSoFar(await issuedDocuments(tx, meter, now), month));
  await storeIssued(tx, meter, { statement: credit, terms: corrected.terms, chargesOnce: false }, { reason });
  const renewed = await draftStatement({ tx, scope: actor.scope, meter, month, now });
  assertIssuable(renewed.statement, reason);
  return storeIssued(tx, meter, renewed, { reason });
}

type CorrectedBill = Pick<StoredBill, 'statement'> & Pick<DraftedStatement, 'terms'>;

/** The credit of a bill. It also reverts the corrections of its month by other bills. */
function creditOf({ statement, terms }: CorrectedBill, corrections: Settled): Statement {
  const lines = [...statement.lines, ...settledLines(statement.month, corrections)].map((line) => ({
    ...line,
    amount: negated(line.amount),
  }));
  return { ...statement, kind: 'credit', lines, ...billTotals(lines, terms), words: null };
}
