export type { Order, Result } from './downlink/orders.ts';
export {
  type Inbound,
  messageHash,
  numberAt,
  parsed,
  parsedInstant,
  parsedObject,
  type Sent,
  serialOf,
  textAt,
  Unreadable,
} from './inbound.ts';
export { type ConnectorPart, provideConnectorKind } from './kinds/provided.ts';
