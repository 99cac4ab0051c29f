export { addDemoConnector } from './demo.ts';
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
export type { VirtualChirpstack } from './virtual/chirpstack.ts';
export { startDemoChirpstack } from './virtual/simulate.ts';
