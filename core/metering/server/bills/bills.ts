import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { Refusal, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { BillSummary, IssueResult, meterBillRoutes, PrintedMeterBill, Statement } from '../../common/bill.ts';
import { lockMeter, lockMeters, type Meter, meteredDevices } from '../meters.ts';
import { firstDayOf, monthSpan, monthsLater } from '../months.ts';
import { scanDevices } from '../scans/scan-meters.ts';
import { verificationOf } from './bill-verification.ts';
import { assertMayIssue, correctBill, currentBill, issueOne, readBilledMeter } from './issue-bills.ts';
import { draftStatement } from './statements.ts';

export type IssueContext = Pick<Context, 'tx' | 'kit' | 'actor'>;
export type StoredBill = {
  id: number;
  deviceId: number;
  state: Statement['state'];
  number: string | null;
  statement: Statement;
  /** The code by which the printed bill is verified. */
  verification: string;
};

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

async function issuedBill(tx: Tx, app: AppManifest, id: number): Promise<StoredBill> {
  const rows = await sql<StoredBill>`
    SELECT id, device_id, state, number, statement, verification FROM meter_bill
     WHERE id = ${id} AND app = ${app.id} AND kind = 'bill'`.execute(tx);
  const [bill] = rows.rows;
  if (!bill) throw refuse(404, 'not-found');
  return bill;
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
