import type { Kit } from '#platform/server/kit.ts';
import { callOut } from '#platform/server/outgoing-call.ts';
import { withBroker } from '../broker/broker-client.ts';
import { type Payload, payloadOf } from './encode.ts';
import { noRouteYet, type Order, type Result, resultOf, serverAddress } from './orders.ts';
import { isKnownDownlink } from './reports.ts';

/** The network server writes identifiers in lower case. Addresses and topics contain them, so the case matters. */
const euiOf = ({ externalId }: Order) => encodeURIComponent(externalId.toLowerCase());
/** The form of the id of a ChirpStack application. */
const isRoute = (route: string) => /^[\w-]+$/.test(route);
const queueReplyBytes = 256 * 1024;

/** Puts a command into the queue of the device, through chirpstack-rest-api or the broker. */
export async function toChirpstack(kit: Kit, order: Order): Promise<Result> {
  const payload = await payloadOf(kit, order);
  if (!payload) return { refused: 'codec-failed' };
  return order.link.way === 'mqtt' ? publish(kit, order, payload) : enqueue(kit, order, payload);
}

const headersOf = ({ link }: Order) => ({
  'content-type': 'application/json',
  'grpc-metadata-authorization': `Bearer ${link.key}`,
});

async function enqueue(kit: Kit, order: Order, { bytes, fPort }: Payload): Promise<Result> {
  const data = bytes.toString('base64');
  const before = order.repeated ? await queuedAs(kit, order, data, fPort) : null;
  if (before) return { accepted: true, remoteId: before };
  const outcome = await callOut(kit, {
    url: serverAddress(order.link, `/api/devices/${euiOf(order)}/queue`),
    headers: headersOf(order),
    body: JSON.stringify({ queueItem: { confirmed: true, data, fPort, expiresAt: order.command.expiresAt } }),
  });
  const result = resultOf(outcome);
  return 'accepted' in result ? { ...result, remoteId: idIn(outcome.reply) } : result;
}

function idIn(reply: string): string | undefined {
  try {
    const { id } = JSON.parse(reply) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    // An answer without an id: later reports of the network cannot be matched with a command.
    return undefined;
  }
}

type QueueItem = { id?: unknown; data?: unknown; fPort?: unknown };

/** The item that an attempt without an answer has put into the queue: one with this payload that no other command made. */
async function queuedAs(kit: Kit, order: Order, data: string, fPort: number): Promise<string | null> {
  const { status, reply } = await callOut(kit, {
    url: serverAddress(order.link, `/api/devices/${euiOf(order)}/queue`),
    method: 'GET',
    headers: headersOf(order),
    body: '',
    replyBytes: queueReplyBytes,
  });
  for (const item of status === 200 ? itemsIn(reply) : [])
    if (item.data === data && item.fPort === fPort && typeof item.id === 'string')
      if (!(await isKnownDownlink(kit, order.connector.id, item.id))) return item.id;
  return null;
}

function itemsIn(reply: string): QueueItem[] {
  try {
    const { result } = JSON.parse(reply) as { result?: unknown };
    return Array.isArray(result) ? result : [];
  } catch {
    // An unreadable queue is treated as unknown.
    return [];
  }
}

/** The id is ours: a repeat of a message puts nothing else into the queue. */
async function publish(kit: Kit, order: Order, { bytes, fPort }: Payload): Promise<Result> {
  const { route, callId, command } = order;
  if (route === null) return noRouteYet;
  if (!isRoute(route)) return { refused: 'no-route' };
  const devEui = euiOf(order);
  const message = {
    id: callId,
    devEui,
    confirmed: true,
    fPort,
    data: bytes.toString('base64'),
    expiresAt: command.expiresAt,
  };
  const fault = await withBroker(kit, order.link, `rasid-command-${callId}`, (client) =>
    client.publishAsync(`application/${route}/device/${devEui}/command/down`, JSON.stringify(message), { qos: 1 }),
  );
  return fault === null ? { accepted: true } : { again: true, unanswered: false, fault };
}
