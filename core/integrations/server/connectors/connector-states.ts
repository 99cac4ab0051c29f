import { type RawBuilder, sql } from 'kysely';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { Connector } from '../../common/connector.ts';
import { clearConnectorAlarm, raiseConnectorAlarm } from './connector-alarms.ts';

const everyMs = 10_000;
/** A connector without a configured pause is silent after this many of its usual ones, between these bounds. */
const usualPauses = 3;
const [shortest, longest] = ['30 minutes', '3 days'];
/** Applies while only one message has arrived, so that its pauses are unknown. */
const unknownPause = '1 day';

const leastNotAdmitted = 20;
const notAdmittedWindow = '10 minutes';
const brokerPatience = '5 minutes';
/**
 * Failing if half of the latest messages of known devices, at least this many, are refused; healthy again below a
 * quarter.
 */
const windowMessages = 100;
const minWindowMessages = 20;
const [failingShare, wellShare] = [0.5, 0.25];
const windowLength = '15 minutes';

const interval = (text: string) => sql<never>`${text}::interval`;

/** SQL for whether the connector `c` in the state `s` has delivered nothing for longer than expected. */
const isSilent = sql<boolean>`(c.enabled AND s.accepted_at IS NOT NULL AND c.silent_after IS DISTINCT FROM 0 AND greatest(s.accepted_at, s.resumed_at) < now() - coalesce(
  c.silent_after * interval '1 minute',
  greatest(${interval(shortest)}, least(${interval(longest)}, coalesce(${usualPauses} * s.usual_pause, ${interval(unknownPause)})))))`;

const refusedShare = (window: RawBuilder<unknown>) => sql`
  (SELECT CASE WHEN count(*) >= ${minWindowMessages} THEN count(*) FILTER (WHERE m.outcome = 'refused')::double precision / count(*) END
     FROM (SELECT n.outcome, n.reason, n.received_at FROM connector_message n WHERE n.connector_id = c.id ORDER BY n.id DESC LIMIT ${windowMessages}) m
    WHERE m.reason IS DISTINCT FROM 'unknown-device' AND ${window})`;

/** SQL for why the connector `c` in the state `s` fails; null if it does not. */
const faultOf = sql`CASE
  WHEN NOT c.enabled THEN NULL
  WHEN s.not_admitted >= ${leastNotAdmitted} AND s.not_admitted_at > now() - ${interval(notAdmittedWindow)}
    AND (s.accepted_at IS NULL OR s.accepted_at < s.not_admitted_since) THEN 'not-admitted'
  WHEN EXISTS (SELECT FROM connector_link l JOIN connector_broker b ON b.link_id = l.id
                WHERE l.connector_id = c.id AND l.way = 'mqtt' AND b.fault IS NOT NULL AND b.failed_since < now() - ${interval(brokerPatience)}) THEN 'broker-refuses'
  WHEN s.fault = 'many-refused' AND ${refusedShare(sql`true`)} >= ${wellShare} THEN 'many-refused'
  WHEN ${refusedShare(sql`m.received_at > now() - ${interval(windowLength)}`)} >= ${failingShare} THEN 'many-refused'
  END`;

type ChangedConnector = Pick<Connector, 'id' | 'companyId' | 'name' | 'silent' | 'fault'>;
type Before = { wasSilent: boolean; before: Connector['fault'] };

/** Updates the states of all connectors. A change is stored together with the alarm that it raises or clears. */
export const updateConnectorStates = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const changed = await sql<ChangedConnector & Before>`
      UPDATE connector_state t SET silent = n.silent, fault = n.fault
        FROM (SELECT c.id, c.name, s.silent AS was_silent, s.fault AS before, now.silent, now.fault
                FROM connector_state s JOIN connector c ON c.id = s.connector_id
                CROSS JOIN LATERAL (SELECT ${isSilent} AS silent, ${faultOf} AS fault OFFSET 0) now
               WHERE (now.silent, now.fault) IS DISTINCT FROM (s.silent, s.fault)
               ORDER BY c.id FOR NO KEY UPDATE OF s SKIP LOCKED) n
       WHERE t.connector_id = n.id
      RETURNING n.id, t.company_id, n.name, n.silent, n.fault, n.was_silent, n.before`.execute(context.tx);
    for (const connector of changed.rows) {
      const { silent, wasSilent, fault, before } = connector;
      if (silent && !wasSilent)
        await raiseConnectorAlarm(context, connector, { kind: 'connector-silent', severity: 'poor' });
      if (!silent && wasSilent) await clearConnectorAlarm(context, connector, 'connector-silent');
      if (fault && fault !== before)
        await raiseConnectorAlarm(context, connector, {
          kind: 'connector-failing',
          // No message is accepted, while refused ones are kept.
          severity: fault === 'many-refused' ? 'poor' : 'problem',
          reason: fault,
        });
      if (!fault && before) await clearConnectorAlarm(context, connector, 'connector-failing');
    }
  });

export const startStateUpdates = (kit: Kit): Stop =>
  repeat(kit, everyMs, 'updating connector states failed', () => updateConnectorStates(kit));
