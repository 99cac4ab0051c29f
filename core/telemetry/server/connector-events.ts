import type { Fault } from '../common/ingest.ts';

/** A dead letter of a connector, to be read by it again; `payload` may be corrected. */
export type ConnectorLetter = {
  companyId: number;
  connectorId: number;
  topic: string;
  payload: Buffer;
  receivedAt: string;
};
/** `deviceId` is the device to which the message was found to belong. */
export type ConnectorOutcome = { stored: number; reasons: Fault[]; deviceId: number | null };

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** The slice of the connector reads the letter, stores its points unless it is only tried, and fills `outcome`. */
    'connector-letter.read': { letter: ConnectorLetter; store: boolean; outcome: ConnectorOutcome | null };
  }
}
