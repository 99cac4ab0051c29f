import { sql } from 'kysely';
import { requestPrint } from '#core/print/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueWork } from '#platform/server/due.ts';
import { sendFile, storedFile } from '#platform/server/files/files.ts';
import { systemScope } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { tellOfVisit } from '../notices/visit-notices.ts';
import { readVisit } from '../visits/visits.ts';
import { layOutDue } from './request-folder.ts';
import { printedVisit } from './visit-data.ts';

type Language = 'en' | 'ar';
export type VisitDocument = {
  id: number;
  companyId: number;
  structureId: number;
  visitId: number;
  addenda: number;
  language: Language;
  code: string;
};

/** A report of a visit, else a folder with its period. */
type DueDocument = Omit<VisitDocument, 'visitId'> & {
  visitId: number | null;
  fromAt: string | null;
  toAt: string | null;
};

/** Reads what reports say and requests their layout. The system requests it, so that everybody gets the same document. */
export const dueReports = dueWork<DueDocument>(
  'rodent.reports',
  { table: 'rodent_document', at: 'due_at' },
  async (context, { fromAt, toAt, ...document }) => {
    const { tx, kit } = context;
    const { id, companyId, language, visitId, ...wanted } = document;
    if (visitId === null) {
      const { structureId, code } = wanted;
      await layOutDue(context, { id, companyId, structureId, code, language, from: fromAt ?? '', to: toAt ?? '' });
      return;
    }
    const data = await printedVisit(context, { ...wanted, visitId });
    const title = data.visit.number;
    const printing = { tx, kit, actor: { scope: systemScope } };
    const printId = await requestPrint(printing, { companyId, page: 'trap-visit-report', language, title, data });
    await sql`UPDATE rodent_document SET due_at = NULL, print_id = ${printId}, failed = false, read_at = now() WHERE id = ${id}`.execute(
      tx,
    );
  },
);

/** A report that could not be laid out is tried again after this time. */
const againAfterMinutes = 60;

/** Keeps the file and the hash of a document that was laid out, in the transaction of its file. */
export async function storeDocument(context: Emitting, { id, fileId }: DomainEvents['print.finished']): Promise<void> {
  const { tx } = context;
  const file = fileId === null ? undefined : await storedFile(tx, fileId);
  if (!file) {
    await sql`
      UPDATE rodent_document SET failed = true,
             due_at = CASE WHEN visit_id IS NULL THEN NULL ELSE now() + ${againAfterMinutes} * interval '1 minute' END
       WHERE print_id = ${id} AND file_id IS NULL`.execute(tx);
    return;
  }
  const { rows } = await sql<Omit<VisitDocument, 'visitId'> & { visitId: number | null }>`
    UPDATE rodent_document SET file_id = ${file.id}, bytes = ${file.size}, sha256 = ${file.sha256}, failed = false
     WHERE print_id = ${id} AND file_id IS NULL RETURNING id, company_id, structure_id, visit_id, addenda, language, code`.execute(
    tx,
  );
  for (const { visitId, ...document } of rows)
    if (visitId !== null && document.addenda === 0) await tellOfVisit(context, { ...document, visitId }, file);
}

type Asking = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'request' | 'reply'> & {
  params: { id: number };
  query: { language: Language };
};

/** Sends the newest report of a signed visit in a language. */
export const sendReport = (context: Asking) =>
  sendFile(context, async (tx) => {
    const { id, number, state } = await readVisit({ ...context, tx });
    if (state !== 'signed') throw refuse(409, 'visit-not-signed-yet');
    const { rows } = await sql<{ fileId: number | null }>`
      SELECT d.file_id FROM rodent_document d
       WHERE d.visit_id = ${id} AND d.language = ${context.query.language} ORDER BY d.addenda DESC LIMIT 1`.execute(tx);
    const fileId = rows[0]?.fileId ?? null;
    if (fileId === null) throw refuse(409, 'report-in-work');
    return { fileId, name: `${number}.pdf` };
  });
