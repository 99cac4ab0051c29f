import { sql } from 'kysely';
import { verificationAddress } from '#core/print/common/verification.ts';
import { requestPrint } from '#core/print/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { storedFile } from '#platform/server/files/files.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type BillData, type PrintedInvoice, verifyInvoicePath } from '../../common/bill.ts';

type Language = 'en' | 'ar';
type StoredBill = { id: number; code: string; companyId: number; number: string; data: BillData };

/** Bills in both languages are one document, laid out from right to left. */
export const printedLanguage = ({ bothLanguages }: BillData, asked: Language): Language =>
  bothLanguages ? 'ar' : asked;

/**
 * Requests the layout of a bill in a language, once. The system requests it, so that everybody gets the same document.
 */
async function requestBill(tx: Tx, kit: Kit, bill: StoredBill, language: Language): Promise<void> {
  const { companyId, number: title, code } = bill;
  const address = bill.data.kind === 'proforma' ? null : verificationAddress(kit.publicUrl, verifyInvoicePath, code);
  const data: PrintedInvoice = { ...bill.data, address };
  const context = { tx, kit, actor: { scope: systemScope } };
  const id = await requestPrint(context, { companyId, page: 'invoice', language, title, data });
  await tx
    .insertInto('billPrint')
    .values({ printId: id, billId: bill.id, language })
    .onConflict((conflict) => conflict.columns(['billId', 'language']).doUpdateSet({ failed: false }))
    .execute();
}

/** Stores a bill that was laid out, in the transaction of its file. */
export async function storePrintedBill(
  { tx }: Pick<Emitting, 'tx'>,
  { id, fileId }: { id: number; fileId: number | null },
): Promise<void> {
  if (fileId === null) {
    await tx.updateTable('billPrint').set({ failed: true }).where('printId', '=', id).execute();
    return;
  }
  const file = await storedFile(tx, fileId);
  if (!file) return;
  await sql`
    INSERT INTO bill_pdf (bill_id, company_id, language, file_id, bytes, sha256)
    SELECT b.id, b.company_id, p.language, ${fileId}, ${file.size}, ${file.sha256} FROM bill_print p JOIN bill b ON b.id = p.bill_id
     WHERE p.print_id = ${id} ON CONFLICT DO NOTHING`.execute(tx);
}

const mostBills = 20;

/** Requests the layout of recent bills in advance, in the languages of their country. */
export async function renderBills(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const due = await sql<StoredBill>`
      SELECT b.id, b.code, b.company_id, b.number, b.data FROM bill b
       WHERE b.kind <> 'proforma' AND b.issued_at > now() - interval '3 days' AND NOT EXISTS (SELECT FROM bill_print p WHERE p.bill_id = b.id)
       ORDER BY b.id LIMIT ${mostBills} FOR UPDATE SKIP LOCKED`.execute(tx);
    for (const bill of due.rows)
      for (const language of bill.data.bothLanguages ? (['ar'] as const) : (['en', 'ar'] as const))
        await requestBill(tx, kit, bill, language);
  });
}

const pollMs = 250;
const longestWaitMs = 30_000;

type State = { fileId: number | null; failed: boolean | null };
const stateOf = async (kit: Kit, billId: number, language: Language): Promise<State> =>
  inSystem(kit.db, async (tx) => {
    const found = await sql<State>`
      SELECT (SELECT file_id FROM bill_pdf WHERE bill_id = ${billId} AND language = ${language}) AS file_id,
             (SELECT failed FROM bill_print WHERE bill_id = ${billId} AND language = ${language}) AS failed`.execute(
      tx,
    );
    return found.rows[0] as State;
  });

/** The file of a bill, laid out now if it is not yet. Refuses with 503 if that is not possible. */
export async function printedBill(kit: Kit, bill: StoredBill, asked: Language): Promise<number> {
  const language = printedLanguage(bill.data, asked);
  const kept = await stateOf(kit, bill.id, language);
  if (kept.fileId !== null) return kept.fileId;
  await inSystem(kit.db, (tx) => requestBill(tx, kit, bill, language));
  const end = Date.now() + longestWaitMs;
  while (Date.now() < end) {
    const { fileId, failed } = await stateOf(kit, bill.id, language);
    if (fileId !== null) return fileId;
    if (failed) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw refuse(503, 'pdf-not-available');
}
