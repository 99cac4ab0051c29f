import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import { hasAbilityOn } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { type Scope, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { nextNumber } from '#platform/server/records/number-series.ts';
import { Refusal, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { BillSummary, IssueResult, meterBillRoutes, PrintedMeterBill, Statement } from '../../common/bill.ts';
import { billTotals, settledLines } from '../../common/price.ts';
import { readScanned } from '../meter-handlers.ts';
import { lockMeter, lockMeters, type Meter, meteredDevices, meteringOf } from '../meters.ts';
import { firstDayOf, monthAt, monthSpan, monthsLater } from '../months.ts';
import { scanDevices } from '../scan.ts';
import { verificationOf } from './bill-verification.ts';
import { correctedSoFar, issuedDocuments, type Settled } from './settlement.ts';
import { type DraftedStatement, draftStatement } from './statements.ts';

type IssueContext = Pick<Context, 'tx' | 'kit' | 'actor'>;
type StoredBill = {
  id: number;
  deviceId: number;
  state: Statement['state'];
  number: string | null;
  statement: Statement;
  /** The code by which the printed bill is verified. */
  verification: string;
};

/** A larger estimated share must be confirmed with a reason. */
const largestEstimate = 0.5;

/** Before a month is billed, its readings and those of the previous months are searched for falls that arrived late. */
const monthsScanned = 2;

/** Why a month has no bill. */
const absences = ['no-tariff', 'nothing-to-show'] as const;

export function meterBillHandlers(app: AppManifest): Handlers<ReturnType<typeof meterBillRoutes>> {
  return {
    async get(context) {
      return statementOf(context, await readBilledMeter(context, app), context.query.month);
    },
    async ofMonth(context) {
      const meter = await readBilledMeter(context, app);
      try {
        return { statement: await statementOf(context, meter, context.query.month), missing: null };
      } catch (error) {
        const missing = error instanceof Refusal ? absences.find((word) => word === error.word) : undefined;
        if (!missing) throw error;
        return { statement: null, missing };
      }
    },
    async print(context) {
      const { tx, kit, body } = context;
      const meter = await readBilledMeter(context, app);
      const { companyId } = meter;
      const { statement, verification: code } = await shownBill(context, meter, body.month);
      const verification = code === null ? null : verificationOf(kit, statement, code);
      const names = await sql<Pick<PrintedMeterBill, 'company' | 'device' | 'structure'>>`
        SELECT ${companyNamed('d.company_id')} AS company, ${deviceNamed('d.id')} AS device, ${structureNamed('d.structure_id')} AS structure
          FROM ${sql.raw(deviceFacts)} d WHERE d.id = ${meter.id}`.execute(tx);
      const data = { statement, verification, ...names.rows[0] };
      const title = statement.number ?? `${statement.serial} ${statement.month}`;
      return {
        companyId,
        id: await requestPrint(context, { companyId, page: 'meter-invoice', language: body.lang, title, data }),
      };
    },
    async ofDevice(context) {
      const { id } = await readBilledMeter(context, app);
      const rows = await sql<BillSummary>`
        SELECT id, to_char(month, 'YYYY-MM') AS month, state, kind, number, (statement ->> 'total')::bigint AS total, statement ->> 'currency' AS currency, statement -> 'consumption' AS consumption
          FROM meter_bill WHERE device_id = ${id} ORDER BY meter_bill.month DESC, id DESC LIMIT 200`.execute(
        context.tx,
      );
      return rows.rows;
    },
    issue: (context) => issueBills(context, app),
    async correct(context) {
      const { tx, kit, actor, params, body } = context;
      const bill = await issuedBill(tx, app, params.id);
      const meter = await readBilledMeter({ tx, kit, actor, params: { id: bill.deviceId } }, app);
      assertMayIssue(context, meter);
      await scanBefore(context, app, [meter.id], bill.statement.month);
      return correctBill(context, meter, bill, body.reason);
    },
  };
}

type ShownBill = { statement: Statement; verification: string | null };

/** The bill of a month: the issued one, else as it would be issued now. */
async function shownBill({ tx, kit, actor }: IssueContext, meter: Meter, month: string): Promise<ShownBill> {
  if (!(await tokenActive(kit, meter.id))) throw refuse(477, 'nothing-to-show');
  const stored = await currentBill(tx, meter, month);
  if (stored && stored.state !== 'draft') return stored;
  const { statement } = await draftStatement({ tx, scope: actor.scope, meter, month, now: Date.now() });
  return { statement, verification: null };
}

const statementOf = async (...of: Parameters<typeof shownBill>): Promise<Statement> =>
  (await shownBill(...of)).statement;

/** The meter that the address names, for a person who may read bills in its structure. */
async function readBilledMeter(context: Parameters<typeof readScanned>[0], app: AppManifest): Promise<Meter> {
  const meter = await readScanned(context, app);
  if (!hasAbilityOn(context.actor.session, app.id, 'bill', 'read', meter.structureId))
    throw refuse(403, 'no-permission');
  return meter;
}

/** The bill of a month that is neither a credit nor corrected. */
async function currentBill(tx: Tx, { id }: Meter, month: string): Promise<StoredBill | null> {
  const rows = await sql<StoredBill>`
    SELECT id, device_id, state, number, statement, verification FROM meter_bill
     WHERE device_id = ${id} AND month = ${firstDayOf(month)}::date AND kind = 'bill' AND state <> 'corrected'`.execute(
    tx,
  );
  return rows.rows[0] ?? null;
}

async function issuedBill(tx: Tx, app: AppManifest, id: number): Promise<StoredBill> {
  const rows = await sql<StoredBill>`
    SELECT id, device_id, state, number, statement, verification FROM meter_bill
     WHERE id = ${id} AND app = ${app.id} AND kind = 'bill'`.execute(tx);
  const [bill] = rows.rows;
  if (!bill) throw refuse(404, 'not-found');
  return bill;
}

function assertMayIssue({ actor }: IssueContext, { app, companyId, structureId }: Meter): void {
  changeableCompany(actor, companyId);
  if (!hasAbilityOn(actor.session, app.id, 'bill', 'issue', structureId)) throw refuse(403, 'no-permission');
}

type IssueBody = {
  deviceIds?: number[] | undefined;
  structureId?: number | undefined;
  month: string;
  reason?: string | undefined;
};

/**
 * Issues each bill separately: a refused one does not affect the others. If a single bill is requested, its refusal
 * fails the call.
 */
async function issueBills(context: IssueContext & { body: IssueBody }, app: AppManifest): Promise<IssueResult[]> {
  const { tx, actor, body } = context;
  const { deviceIds, structureId, month, reason = null } = body;
  const companyId = companyOf(actor);
  const found = structureId === undefined ? [] : await meteredDevices(tx, app, { companyId, structureId });
  const wanted = deviceIds ?? found.map(({ id }) => id);
  const ids = [...new Set(wanted)].sort((a, b) => a - b);
  await scanBefore(context, app, ids, month);
  // All meters are locked before the first number is taken, in a fixed order, to avoid deadlocks between two people who
  // issue bills for the same meters.
  await lockMeters(tx, ids);
  const results: IssueResult[] = [];
  for (const deviceId of ids) {
    try {
      const number = await issueOne(context, app, deviceId, month, reason);
      results.push({ deviceId, status: 'done', number, error: null, code: null });
    } catch (error) {
      // Refusals come before any write of the bill.
      if (!(error instanceof Refusal) || deviceIds?.length === 1) throw error;
      const number = typeof error.detail.number === 'string' ? error.detail.number : null;
      results.push({ deviceId, status: 'error', number, error: error.word, code: error.code });
    }
  }
  return results;
}

const scanBefore = ({ kit }: IssueContext, app: AppManifest, ids: readonly number[], month: string): Promise<void> =>
  scanDevices(kit, app, ids, monthSpan(monthsLater(month, -monthsScanned), 'UTC').from);

async function issueOne(context: IssueContext, app: AppManifest, id: number, month: string, reason: string | null) {
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
  if (before) await sql`DELETE FROM meter_bill WHERE id = ${before.id}`.execute(tx);
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
  await sql`
    INSERT INTO meter_bill (company_id, app, device_id, month, kind, state, number, statement, terms, charges_once, issued_at)
    VALUES (${meter.companyId}, ${meter.app.id}, ${meter.id}, ${firstDayOf(statement.month)}, ${statement.kind}, 'issued', ${number},
            ${JSON.stringify(statement)}, ${JSON.stringify(terms)}, ${chargesOnce}, ${statement.issuedAt})`.execute(tx);
  return statement;
}

/** Issues the bill of a month as it would have been issued at an instant. */
export async function issueAt(tx: Tx, meter: Meter, month: string, now: number): Promise<void> {
  const drafted = await draftStatement({ tx, scope: systemScope, meter, month, now });
  await storeIssued(tx, meter, drafted, { reason: null, now });
}

const negated = (value: number) => (value === 0 ? 0 : -value);

/** A credit cancels what was charged for the month; a new bill reflects what is known now. */
async function correctBill(
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

/** Stores the drafts of a company for a month, and renews existing ones. */
export async function storeDraft(tx: Tx, scope: Scope, meter: Meter, month: string, now: number): Promise<boolean> {
  await lockMeter(tx, meter);
  const before = await currentBill(tx, meter, month);
  if (before && before.state !== 'draft') return false;
  const { statement, terms } = await draftStatement({ tx, scope, meter, month, now });
  await sql`INSERT INTO meter_bill (company_id, app, device_id, month, state, statement, terms)
    VALUES (${meter.companyId}, ${meter.app.id}, ${meter.id}, ${firstDayOf(month)}, 'draft', ${JSON.stringify(statement)}, ${JSON.stringify(terms)})
    ON CONFLICT (device_id, month) WHERE kind = 'bill' AND state <> 'corrected' DO UPDATE SET statement = excluded.statement, terms = excluded.terms`.execute(
    tx,
  );
  return true;
}
