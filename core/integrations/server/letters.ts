import { sql } from 'kysely';
import type { ConnectorLetter, ConnectorOutcome } from '#core/telemetry/server/api.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { eventOf, receptionOf, store, tryBody } from './accept.ts';
import { readConnector } from './connectors/connector-directory.ts';

/**
 * Reads a dead letter again through the present mapping and, with `keep`, stores its points. Values without a time
 * count as measured when they first arrived. A letter of a deleted connector is refused.
 */
export async function readLetter(kit: Kit, letter: ConnectorLetter, keep: boolean): Promise<ConnectorOutcome> {
  const { connectorId, companyId, topic, payload, receivedAt } = letter;
  const connector = await readConnector(kit, sql`c.id = ${connectorId} AND c.company_id = ${companyId}`);
  if (!connector) return { stored: 0, reasons: [{ param: '', msg: 'unknown-device' }], deviceId: null };
  const reception = receptionOf(kit);
  const at = Date.parse(receivedAt);
  const outcome: ConnectorOutcome = { stored: 0, reasons: [], deviceId: null };
  for (const tried of await tryBody(reception, connector, { body: payload, event: eventOf(topic) }, at)) {
    if (keep) await store(reception, tried.read, tried.message, at, true);
    outcome.stored += tried.stored;
    outcome.reasons.push(...tried.faults);
    outcome.deviceId ??= tried.device?.id ?? null;
  }
  return outcome;
}

export const letterListeners: Required<Pick<Listeners, 'inTransaction'>>['inTransaction'] = {
  async 'connector-letter.read'({ kit }, event) {
    event.outcome = await readLetter(kit, event.letter, event.store);
  },
};
