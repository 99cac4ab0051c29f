import type { Kit } from '#platform/server/kit.ts';
import { connectorKinds } from '../../common/kinds.ts';
import type { Order, Result } from '../downlink/orders.ts';
import { type Inbound, type Receiver, type Sent, Unreadable } from '../inbound.ts';

/** How messages of a kind of connectors are read, and how commands leave through one. */
export type ConnectorPart = {
  /** The messages of a body. Throws `Unreadable` if it cannot be read as a whole. */
  read(sent: Sent, connector: Pick<Receiver, 'pointers'>): Inbound[];
  /** Passes a command to the server or network. Needed if the kind has `ways`. */
  send?(kit: Kit, order: Order): Promise<Result>;
};

const parts = new Map<string, ConnectorPart>();

/** Called once by a slice for each of its `connectorKinds`. */
export function provideConnectorKind(kind: string, part: ConnectorPart): void {
  parts.set(kind, part);
}

/** The messages of a body. One of a kind that no slice declares any more cannot be read. */
export function readBody({ apps }: Pick<Kit, 'apps'>, connector: Receiver, sent: Sent): Inbound[] {
  const part = connectorKinds.of(apps).has(connector.kind) ? parts.get(connector.kind) : undefined;
  if (!part) throw new Unreadable('unknown-message', connector.kind);
  return part.read(sent, connector);
}

/** How commands leave through a kind of connectors; undefined if they do not. */
export const senderOf = (kind: string): ConnectorPart['send'] => parts.get(kind)?.send;

/** The sensors of a kind of connectors by the keys of its messages; null if they are named alike. */
export const usualNamesOf = ({ apps }: Pick<Kit, 'apps'>, kind: string): Readonly<Record<string, string>> | null =>
  connectorKinds.of(apps).get(kind)?.usualNames ?? null;
