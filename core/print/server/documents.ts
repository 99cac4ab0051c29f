import './tables.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { assertDeclared } from '#platform/server/declared.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { printedPages } from '../common/pages.ts';
import type { PrintDocument } from '../common/print.ts';

/** The documents of a person that wait. Documents of all people are laid out one after another. */
const maxQueued = 10;
export const printQueue = 'print.document';
/** `missed` is how often the server of its page could not be reached. */
export type PrintJob = { documentId: number; missed?: number };

/** `data` is stored as JSON. */
export type PrintRequest = Omit<PrintDocument, 'data'> & { companyId: number; data: object };

/**
 * Requests a document as PDF, within the caller's transaction, and returns its id. The same document is laid out
 * once for a person; one that failed is tried again. Refuses with 429 while too many of the person wait. Throws an
 * `Error` for a page that no manifest declares.
 */
export async function requestPrint(
  context: Pick<Context, 'tx' | 'kit'> & { actor: Pick<Context['actor'], 'scope'> },
  { companyId, page, language, title, data }: PrintRequest,
): Promise<number> {
  const { tx, kit, actor } = context;
  assertDeclared(printedPages, kit, page);
  const text = JSON.stringify(data);
  const sha256 = createHash('sha256').update([page, language, title, text].join('\0')).digest('hex');
  const requested = await sql<{ id: number; queued: boolean }>`
    INSERT INTO print_document AS d (company_id, user_id, page, language, title, data, sha256)
    VALUES (${companyId}, ${actor.scope.userId}, ${page}, ${language}, ${title}, ${text}::jsonb, ${sha256})
    ON CONFLICT (company_id, user_id, sha256) DO UPDATE SET state = 'queued', error = NULL WHERE d.state = 'failed'
    RETURNING id, true AS queued`.execute(tx);
  const [document] = requested.rows;
  if (document) {
    await assertRoom(tx, actor.scope.userId);
    await kit.jobs.send<PrintJob>(context, printQueue, { documentId: document.id });
    return document.id;
  }
  const { id } = await tx
    .selectFrom('printDocument')
    .select('id')
    .where('companyId', '=', companyId)
    .where('userId', 'is not distinct from', actor.scope.userId)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return id;
}

async function assertRoom(tx: Context['tx'], userId: number | null): Promise<void> {
  // Documents of the system are bounded by their schedules.
  if (userId === null) return;
  const rows = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM print_document WHERE user_id IS NOT DISTINCT FROM ${userId} AND state = 'queued'`.execute(
    tx,
  );
  if ((rows.rows[0]?.n ?? 0) > maxQueued) throw refuse(429, 'too-many-prints', { count: maxQueued });
}

/** Removes documents with their files, in the system's own transaction. */
export async function removePrints(tx: Context['tx'], ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('printDocument')
      .where('id', 'in', [...ids])
      .execute();
}
