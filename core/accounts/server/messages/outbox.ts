import { type RawBuilder, sql } from 'kysely';
import { maxAttempts } from '#platform/server/outbox.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, Handlers, ListReply } from '#platform/server/serve.ts';
import { type OutboxMail, type OutboxSms, outboxList, type outboxRoutes } from '../../common/outbox.ts';

type Listing = Pick<Context, 'tx' | 'list' | 'actor' | 'kit'>;

async function page<Row>(
  { tx, list, actor, kit }: Listing,
  table: 'mail_outbox' | 'sms_outbox',
  more: RawBuilder<unknown>,
): Promise<ListReply<Row>> {
  const { ids, totalRecords } = await findIds(tx, {
    table,
    spec: outboxList,
    query: list,
    scope: actor.scope,
    company: null,
  });
  const text = kit.settings.demo ? sql`text` : sql`NULL`;
  const found = await bypassRls(tx, actor.scope, () =>
    sql<Row>`
      SELECT id, recipient, ${text} AS text, attempts, last_error, created_at, sent_at ${more},
             CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN attempts >= ${maxAttempts} THEN 'failed' ELSE 'waiting' END AS state
        FROM ${sql.table(table)} WHERE id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], id)`.execute(
      tx,
    ),
  );
  return { data: found.rows, totalRecords };
}

export const outboxHandlers: Handlers<typeof outboxRoutes> = {
  mails: (context) => page<OutboxMail>(context, 'mail_outbox', sql`, subject`),
  messages: (context) => page<OutboxSms>(context, 'sms_outbox', sql``),
};
