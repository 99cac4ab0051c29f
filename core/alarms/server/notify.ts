import { sql } from 'kysely';
import { contactsOf, queueSms } from '#core/accounts/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { queueMails } from '#platform/server/mail.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { NotificationMethod } from '../common/notification-group.ts';
import { alarmMessage, alarmsMessage, type NotifiedAlarm } from './alarm-message.ts';
import { declaredKind, subjectName } from './subject.ts';

const intervalMs = 1000;
const batchSize = 500;
/** More alarms than this that reach a person together come as one message. */
const mostSingle = 5;

/**
 * Notifies the groups of new alarms; what reaches a person together in numbers comes as one message. Marking alarms and filling the outboxes is one transaction, so each alarm is notified
 * once; several workers share the work.
 */
export const startNotifying = (kit: Kit): Stop =>
  repeat(kit, intervalMs, 'notifying about alarms failed', async () => {
    for (let more = true; more; ) more = (await inSystem(kit.db, (tx) => notifyBatch(tx, kit))) === batchSize;
  });

type Recipient = { alarmId: number; userId: number; method: NotificationMethod };

async function notifyBatch(tx: Tx, kit: Kit): Promise<number> {
  const taken = await sql<NotifiedAlarm>`
    WITH pending AS (SELECT id FROM alarm WHERE NOT told ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED),
         taken AS (UPDATE alarm a SET told = true FROM pending WHERE a.id = pending.id RETURNING a.*)
    SELECT a.id, a.app, a.class, a.kind, a.severity, a.sensor, a.value, a.crossed AS "limit", a.names, a.first_at,
           (SELECT r.message FROM alarm_rule r WHERE r.id = a.rule_id) AS message, jsonb_build_object('name', ${subjectName}) AS subject, ${structureNamed('a.structure_id')} AS structure
      FROM taken a`.execute(tx);
  if (taken.rows.length === 0) return 0;
  const alarms = new Map(taken.rows.map((alarm) => [alarm.id, alarm]));
  const recipientList = await recipients(tx, [...alarms.keys()]);
  const contacts = new Map(
    (
      await contactsOf(
        tx,
        recipientList.map((recipient) => recipient.userId),
      )
    ).map((contact) => [contact.id, contact]),
  );
  const together = Map.groupBy(
    recipientList.flatMap(({ alarmId, userId, method }) => {
      const alarm = alarms.get(alarmId);
      const contact = contacts.get(userId);
      return alarm && contact ? [{ alarm, contact, method }] : [];
    }),
    ({ alarm, contact, method }) => [contact.id, method, alarm.app, alarm.class].join(' '),
  );
  const messages = [...together.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (!first || others.length < mostSingle)
      return group.map(({ alarm, contact, method }) => ({ ...alarmMessage(kit, alarm, contact), contact, method }));
    const { contact, method } = first;
    return [{ ...alarmsMessage(kit, [first.alarm, ...others.map(({ alarm }) => alarm)], contact), contact, method }];
  });
  await queueMails(
    tx,
    messages.flatMap(({ contact: _, method, ...message }) => (method === 'email' ? [message] : [])),
  );
  await queueSms(
    tx,
    messages.flatMap(({ contact, method, subject }) =>
      method !== 'email' && contact.verifiedPhone ? [{ recipient: contact.verifiedPhone, text: subject }] : [],
    ),
  );
  return taken.rows.length;
}

/** Each person once for each method, also as a member of several groups. */
async function recipients(tx: Tx, ids: readonly number[]): Promise<Recipient[]> {
  const recipientList = await sql<Recipient>`
    SELECT DISTINCT a.id AS alarm_id, m.user_id, n.method
      FROM alarm a
      JOIN notification_group g ON g.company_id = a.company_id AND g.app_id = a.app AND (g.muted_until IS NULL OR g.muted_until < now())
     CROSS JOIN LATERAL jsonb_each(coalesce(g.notifications -> a.class, '{}')) AS n (method, kinds)
      JOIN notification_group_member m ON m.group_id = g.id AND NOT m.disabled AND n.method <> ALL (m.muted_methods)
     WHERE a.id = ANY (${ids}::integer[]) AND n.kinds ? ${declaredKind('a.kind')}
       AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))`.execute(
    tx,
  );
  return recipientList.rows;
}
