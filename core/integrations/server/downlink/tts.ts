import type { Kit } from '#platform/server/kit.ts';
import { callOut } from '#platform/server/outgoing-call.ts';
import { correlationOf } from './correlation.ts';
import { payloadOf } from './encode.ts';
import { noRouteYet, type Order, type Result, resultOf } from './orders.ts';

/** Pushes a command to the address that the newest message of the device has named, if it is one of the server of the link. */
export async function toTheThingsStack(kit: Kit, order: Order): Promise<Result> {
  const { route, link, command } = order;
  if (route === null) return noRouteYet;
  if (new URL(route).origin !== new URL(link.url).origin) return { refused: 'no-route' };
  const payload = await payloadOf(kit, order);
  if (!payload) return { refused: 'codec-failed' };
  const downlink = {
    f_port: payload.fPort,
    frm_payload: payload.bytes.toString('base64'),
    confirmed: true,
    priority: 'NORMAL',
    correlation_ids: [correlationOf(command.id)],
  };
  return resultOf(
    await callOut(kit, {
      url: route,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${link.key}` },
      body: JSON.stringify({ downlinks: [downlink] }),
    }),
  );
}
