import type { Kit } from '#platform/server/kit.ts';
import { callOut } from '#platform/server/outgoing-call.ts';
import { isTraccarType } from '../../common/traccar-commands.ts';
import { payloadOf } from './encode.ts';
import { noRouteYet, type Order, type Result, resultOf, serverAddress } from './orders.ts';

const authorization = ({ userName, key }: Order['link']) =>
  userName === '' ? `Bearer ${key}` : `Basic ${Buffer.from(`${userName}:${key}`).toString('base64')}`;

/** A command that Traccar knows by its type, else the text that the codec of the device writes. */
async function commandOf(kit: Kit, order: Order): Promise<{ type: string; attributes: object } | null> {
  const { method, params } = order.command;
  if (isTraccarType(method)) return { type: method, attributes: params as object };
  const payload = await payloadOf(kit, order);
  return payload && { type: 'custom', attributes: { data: payload.bytes.toString('utf8') } };
}

/**
 * Passes a command to Traccar. Whether a call without an answer had an effect is unknown: it is not repeated, and
 * counts as sent, which only a report of the device confirms.
 */
export async function toTraccar(kit: Kit, order: Order): Promise<Result> {
  const { route, link, repeated } = order;
  if (repeated) return { accepted: true, sent: true };
  if (route === null) return noRouteYet;
  const command = await commandOf(kit, order);
  if (!command) return { refused: 'codec-failed' };
  const result = resultOf(
    await callOut(kit, {
      url: serverAddress(link, '/api/commands/send'),
      headers: { 'content-type': 'application/json', authorization: authorization(link) },
      body: JSON.stringify({ deviceId: Number(route), ...command }),
    }),
  );
  return 'accepted' in result ? { ...result, sent: true } : result;
}
