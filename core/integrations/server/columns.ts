import type { Connector, MessageOutcome } from '../common/connector.ts';

/** The types of columns that are more precise than those of the database. */
export type Columns = {
  connector: { kind: Connector['kind']; autoCreate: Connector['autoCreate'] };
  connectorMessage: { outcome: MessageOutcome };
};
