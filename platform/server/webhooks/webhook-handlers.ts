import { sql } from 'kysely';
import type { z } from 'zod';
import {
  keptDeliveries,
  type testMessage,
  type Webhook,
  type WebhookDelivery,
  type webhookRoutes,
} from '../../common/webhook.ts';
import { isCallable } from '../outgoing-call.ts';
import type { Tx } from '../postgres/database.ts';
import { lockForParts } from '../records/lock-for-parts.ts';
import { invalid, refuse } from '../refuse.ts';
import type { Actor, Context, Handlers } from '../serve.ts';
import { failWaitingDeliveries, queueDeliveries, webhookLanes } from './deliveries.ts';
import { newSecret, rotated, sealSecrets, unsealSecrets, type WebhookSecrets } from './webhook-secret.ts';

type Routes = ReturnType<typeof webhookRoutes<'/{id}'>>;
type Record = { id: number; companyId: number };
type Reading = Pick<Context, 'tx' | 'actor'> & { params: { id: number } };
type Row = Webhook & { id: number; sealed: Buffer };

const shown = ({ url, enabled, failingSince, switchedOffAt, rotatedAt }: Row): Webhook => ({
  url,
  enabled,
  failingSince,
  switchedOffAt,
  rotatedAt,
});

/** The permissions on the webhooks of a kind of record. */
type Guards<Of extends Record> = {
  /** Returns the record of the address, or refuses the caller. */
  read(context: Reading): Promise<Of>;
  /** Refuses callers who may not read all that the webhook of the record gets, because deliveries check no abilities. */
  assertMayReceive(actor: Actor, record: Of): void;
};

async function webhookOf(tx: Tx, table: string, subjectId: number): Promise<Row | undefined> {
  const found = await sql<Row>`
    SELECT id, url, enabled, failing_since, switched_off_at, rotated_at, sealed FROM ${sql.table(table)} WHERE subject_id = ${subjectId}`.execute(
    tx,
  );
  return found.rows[0];
}

/** Handlers of `webhookRoutes` for the records of a table. */
export function webhookHandlers<Of extends Record>(
  subject: string,
  { read, assertMayReceive }: Guards<Of>,
): Handlers<Routes> {
  const name = `${subject}_webhook`;
  const table = sql.table(name);
  const find = (tx: Tx, subjectId: number) => webhookOf(tx, name, subjectId);
  const get = async (tx: Tx, subjectId: number): Promise<Row> => {
    const row = await find(tx, subjectId);
    if (!row) throw refuse(404, 'not-found');
    return row;
  };
  const toChange = async (context: Reading): Promise<Record> => lockForParts(context, subject, await read(context));
  return {
    async get(context) {
      const { id } = await read(context);
      const row = await find(context.tx, id);
      return { webhook: row ? shown(row) : null };
    },
    async save(context) {
      const { tx, kit, body } = context;
      if (!isCallable(kit, body.url)) throw invalid('url', 'httpsAddress');
      assertMayReceive(context.actor, await read(context));
      const { id, companyId } = await toChange(context);
      const before = await find(tx, id);
      if (before) {
        // A webhook that is switched on, or gets another address, starts without failures.
        const afresh = body.url !== before.url || (body.enabled && !before.enabled);
        await sql`UPDATE ${table} SET url = ${body.url}, enabled = ${body.enabled}, switched_off_at = CASE WHEN ${body.enabled} THEN NULL ELSE switched_off_at END,
            failing_since = CASE WHEN ${afresh} THEN NULL ELSE failing_since END WHERE subject_id = ${id}`.execute(tx);
        // A webhook that a person switches off is not called any more, not even for waiting deliveries.
        if (!body.enabled) await failWaitingDeliveries(tx, webhookLanes(subject), before.id);
        return { webhook: shown(await get(tx, id)), secret: null };
      }
      const secrets: WebhookSecrets = { secret: newSecret() };
      await sql`INSERT INTO ${table} (subject_id, company_id, url, enabled, sealed)
        VALUES (${id}, ${companyId}, ${body.url}, ${body.enabled}, ${sealSecrets(kit, { table: name, companyId }, secrets)})`.execute(
        tx,
      );
      return { webhook: shown(await get(tx, id)), secret: secrets.secret };
    },
    async remove(context) {
      const { id } = await toChange(context);
      const removed = await sql`DELETE FROM ${table} WHERE subject_id = ${id} RETURNING id`.execute(context.tx);
      if (removed.rows.length === 0) throw refuse(404, 'not-found');
      return null;
    },
    async rotate(context) {
      const { tx, kit } = context;
      const { id, companyId } = await toChange(context);
      const { sealed } = await get(tx, id);
      const place = { table: name, companyId };
      const secrets = rotated(unsealSecrets(kit, place, sealed), Date.now());
      await sql`UPDATE ${table} SET sealed = ${sealSecrets(kit, place, secrets)}, rotated_at = now() WHERE subject_id = ${id}`.execute(
        tx,
      );
      return { webhook: shown(await get(tx, id)), secret: secrets.secret };
    },
    async test(context) {
      const record = await toChange(context);
      const { id: laneId } = await get(context.tx, record.id);
      const [id] = await queueDeliveries(context.tx, subject, [
        {
          laneId,
          companyId: record.companyId,
          type: 'test',
          data: { subject, id: record.id } satisfies z.infer<typeof testMessage>,
        },
      ]);
      return { id: id as string };
    },
    async deliveries(context) {
      const { id } = await read(context);
      const found = await sql<WebhookDelivery>`
        SELECT d.id, d.type, d.created_at, d.state, d.attempts, d.next_attempt_at, d.attempted_at, d.status, d.fault, d.duration_ms, d.reply
          FROM ${sql.table(`${name}_delivery`)} d JOIN ${table} w ON w.id = d.lane_id
         WHERE w.subject_id = ${id} ORDER BY d.created_at DESC, d.id LIMIT ${keptDeliveries}`.execute(context.tx);
      return found.rows;
    },
    async replay(context) {
      const record = await toChange(context);
      const { id: laneId } = await get(context.tx, record.id);
      const sent = await sql`
        UPDATE ${sql.table(`${name}_delivery`)} SET state = 'waiting', attempts = 0, next_attempt_at = now()
         WHERE id = ${context.body.id} AND lane_id = ${laneId} RETURNING id`.execute(context.tx);
      if (sent.rows.length === 0) throw refuse(404, 'not-found');
      return null;
    },
  };
}
