import { type RawBuilder, sql } from 'kysely';
import { type Attachment, type attachmentRoutes, maxAttachments } from '../../common/attachment.ts';
import { lockForParts } from '../records/lock-for-parts.ts';
import type { TableHistory } from '../records/logged-records.ts';
import { refuse } from '../refuse.ts';
import type { Context, Handlers } from '../serve.ts';
import { sendFile, storeFile } from './files.ts';

type Routes = ReturnType<typeof attachmentRoutes<'/{id}'>>;
type Record = { id: number; companyId: number };
type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { id: number } };

/** The history of the documents of a record; declared for `<table>_attachment`. */
export const attachmentHistory: TableHistory = { silent: ['fileId', 'userId', 'impersonatedBy'] };

/**
 * Handlers of `attachmentRoutes` for the records of a table. `read` returns the record of the address, or refuses the
 * caller.
 */
export function attachmentHandlers(subject: string, read: (context: Reading) => Promise<Record>): Handlers<Routes> {
  const table = sql.table(`${subject}_attachment`);

  const readAll = async (
    { tx, kit }: Pick<Context, 'tx' | 'kit'>,
    where: RawBuilder<unknown>,
  ): Promise<Attachment[]> => {
    const found = await sql<Attachment>`
      SELECT a.id, a.name, f.media_type, f.size, a.created_at, ${kit.history.person('a.user_id')} AS person
        FROM ${table} a JOIN stored_file f ON f.id = a.file_id WHERE ${where} ORDER BY a.id DESC`.execute(tx);
    return found.rows;
  };
  const toChange = async (context: Reading): Promise<Record> => lockForParts(context, subject, await read(context));
  return {
    async list(context) {
      const { id } = await read(context);
      return readAll(context, sql`a.subject_id = ${id}`);
    },
    async add(context) {
      const { tx, body } = context;
      const { id, companyId } = await toChange(context);
      const there = await sql<{ n: number }>`SELECT count(*) AS n FROM ${table} WHERE subject_id = ${id}`.execute(tx);
      if ((there.rows[0]?.n ?? 0) >= maxAttachments) throw refuse(409, 'too-many-files', { count: maxAttachments });
      const fileId = await storeFile(context, companyId, body.file);
      const made = await sql<{ id: number }>`
        INSERT INTO ${table} (subject_id, company_id, name, file_id) VALUES (${id}, ${companyId}, ${body.file.name}, ${fileId}) RETURNING id`.execute(
        tx,
      );
      const [added] = await readAll(context, sql`a.id = ${made.rows[0]?.id}`);
      return added as Attachment;
    },
    file: (context) =>
      sendFile(context, async (tx) => {
        const { id } = await read({ ...context, tx });
        const found = await sql<{ fileId: number; name: string }>`
          SELECT file_id, name FROM ${table} WHERE subject_id = ${id} AND id = ${context.params.attachmentId}`.execute(
          tx,
        );
        return found.rows[0] ?? null;
      }),
    async remove(context) {
      const { id } = await toChange(context);
      const deleted = await sql`
        DELETE FROM ${table} WHERE subject_id = ${id} AND id = ${context.params.attachmentId} RETURNING id`.execute(
        context.tx,
      );
      if (deleted.rows.length === 0) throw refuse(404, 'not-found');
      return null;
    },
  };
}
