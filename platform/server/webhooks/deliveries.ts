import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keptDeliveries } from '../../common/webhook.ts';
import type { DueWork } from '../due.ts';
import { type CallLanes, type ClaimedCall, dueCalls, makeDueCalls, settleCall } from '../http/call-lanes.ts';
import type { Kit } from '../kit.ts';
import { type CallOutcome, callOut } from '../outgoing-call.ts';
import { inSystem, type Tx } from '../postgres/database.ts';
import { signedHeaders, unsealSecrets } from './webhook-secret.ts';

const [minute, hour] = [60, 3600];
/** Eight attempts over 24 hours. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 4 * hour, 7 * hour, 24 * hour - (13 * hour + 35 * minute + 5)];
const mostDaysOfFailure = 3;

/** The calls of the webhooks of a table. */
export const webhookLanes = (subject: string): CallLanes => ({
  lanes: `${subject}_webhook`,
  calls: `${subject}_webhook_delivery`,
  owner: sql`l.company_id`,
  pauses,
});

export type WebhookDelivery = {
  /** The id of the webhook. */
  laneId: number;
  companyId: number;
  type: string;
  data: unknown;
  /** A UUID by which `takeFailedCalls` names the delivery if it fails for good. */
  reference?: string;
};

/** Stores deliveries in the caller's transaction; they are sent after its commit. Returns their ids. */
export async function queueDeliveries(
  tx: Tx,
  subject: string,
  deliveries: readonly WebhookDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const timestamp = new Date().toISOString();
  const rows = deliveries.map(({ type, data, ...row }) => ({
    ...row,
    id: randomUUID() as string,
    type,
    body: JSON.stringify({ type, timestamp, data }),
  }));
  await sql`
    INSERT INTO ${sql.table(`${subject}_webhook_delivery`)} (id, lane_id, company_id, type, body, reference)
    SELECT * FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ laneId }) => laneId)}::integer[], ${rows.map(({ companyId }) => companyId)}::integer[],
      ${rows.map(({ type }) => type)}::text[], ${rows.map(({ body }) => body)}::text[], ${rows.map(({ reference }) => reference ?? null)}::uuid[])`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type Claimed = ClaimedCall & { companyId: number; type: string; body: string };
/** A webhook that was switched off because it had failed for three days. */
export type SwitchedOff = { subjectId: number; companyId: number; url: string };

export type WebhookSender = {
  /** The table of the records that have webhooks. */
  subject: string;
  /** Runs in the transaction that switches a webhook off. */
  onSwitchedOff(tx: Tx, webhook: SwitchedOff): Promise<void>;
};

/** The deliveries of the webhooks of a table as due work. */
export const dueDeliveries = (name: string, subject: string, senderOf: (kit: Kit) => WebhookSender): DueWork =>
  dueCalls<Claimed>(name, webhookLanes(subject), (kit, claimed) => deliver(kit, senderOf(kit), claimed));

/** Sends the deliveries that are due now, and returns when all are sent. */
export const sendDueDeliveries = (kit: Kit, sender: WebhookSender): Promise<void> =>
  makeDueCalls<Claimed>(kit, webhookLanes(sender.subject), (claimed) => deliver(kit, sender, claimed));

async function deliver(kit: Kit, sender: WebhookSender, claimed: Claimed): Promise<void> {
  const { lanes: table } = webhookLanes(sender.subject);
  const webhooks = await inSystem(kit.db, (tx) =>
    sql<{
      url: string;
      sealed: Buffer;
    }>`SELECT url, sealed FROM ${sql.table(table)} WHERE id = ${claimed.laneId}`.execute(tx),
  );
  const [webhook] = webhooks.rows;
  // It was removed with its deliveries.
  if (!webhook) return;
  const secrets = unsealSecrets(kit, { table, companyId: claimed.companyId }, webhook.sealed);
  const outcome = await callOut(kit, {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(claimed.body),
      ...signedHeaders(secrets, claimed.id, new Date(), claimed.body),
    },
    body: claimed.body,
  });
  await inSystem(kit.db, (tx) => settle(tx, sender, claimed, outcome));
}

async function settle(tx: Tx, sender: WebhookSender, claimed: Claimed, outcome: CallOutcome): Promise<void> {
  const lanes = webhookLanes(sender.subject);
  const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isTest = claimed.type === 'test';
  const state = await settleCall(tx, lanes, claimed, delivered, isTest ? 1 : undefined);
  if (state === null) return;
  const { status, fault, durationMs, reply } = outcome;
  await sql`UPDATE ${sql.table(lanes.calls)} SET attempted_at = now(), status = ${status}, fault = ${fault}, duration_ms = ${durationMs}, reply = ${reply}
     WHERE id = ${claimed.id}`.execute(tx);
  if (delivered)
    await sql`UPDATE ${sql.table(lanes.lanes)} SET failing_since = NULL WHERE id = ${claimed.laneId} AND failing_since IS NOT NULL`.execute(
      tx,
    );
  // A person sees at once that a test has failed.
  else if (!isTest) await recordFailure(tx, sender, claimed.laneId);
  await forgetOldDeliveries(tx, lanes.calls, claimed.laneId);
}

/** Switches off a webhook that has failed for three days; its waiting deliveries fail. */
async function recordFailure(tx: Tx, { subject, onSwitchedOff }: WebhookSender, laneId: number): Promise<void> {
  const { lanes } = webhookLanes(subject);
  await sql`UPDATE ${sql.table(lanes)} SET failing_since = now() WHERE id = ${laneId} AND failing_since IS NULL`.execute(
    tx,
  );
  const off = await sql<SwitchedOff>`
    UPDATE ${sql.table(lanes)} SET enabled = false, switched_off_at = now()
     WHERE id = ${laneId} AND enabled AND failing_since < now() - ${mostDaysOfFailure} * interval '1 day'
    RETURNING subject_id, company_id, url`.execute(tx);
  const [webhook] = off.rows;
  if (!webhook) return;
  await failWaitingDeliveries(tx, webhookLanes(subject), laneId);
  await onSwitchedOff(tx, webhook);
}

/** Fails the deliveries that wait for a webhook. */
export async function failWaitingDeliveries(tx: Tx, { calls }: CallLanes, laneId: number): Promise<void> {
  await sql`UPDATE ${sql.table(calls)} SET state = 'failed' WHERE lane_id = ${laneId} AND state = 'waiting'`.execute(
    tx,
  );
}

/** The log keeps the last hundred, and all that wait or whose failure was not reported yet. */
async function forgetOldDeliveries(tx: Tx, calls: string, laneId: number): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(calls)} WHERE lane_id = ${laneId} AND state <> 'waiting' AND (state = 'delivered' OR reference IS NULL)
       AND id IN (SELECT id FROM ${sql.table(calls)} WHERE lane_id = ${laneId} ORDER BY created_at DESC, id OFFSET ${keptDeliveries})`.execute(
    tx,
  );
}
