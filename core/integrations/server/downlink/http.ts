import type { Kit } from '#platform/server/kit.ts';
import { callOut } from '#platform/server/outgoing-call.ts';
import { signedHeaders } from '#platform/server/webhooks/webhook-secret.ts';
import { defaultTemplate } from '../../common/link.ts';
import { payloadOf } from './encode.ts';
import { type Order, type Result, resultOf } from './orders.ts';
import { filled } from './templates.ts';

const ofCodec = /\{\{(?:bytes|hex|fPort)\}\}/;

/** Posts a command by the template of the connector, signed by standardwebhooks.com. A repeat has the same id. */
export async function toServer(kit: Kit, order: Order): Promise<Result> {
  const { connector, link, command, callId, externalId } = order;
  const template = link.template || defaultTemplate;
  const payload = ofCodec.test(template) ? await payloadOf(kit, order) : undefined;
  if (payload === null) return { refused: 'codec-failed' };
  const body = JSON.stringify(
    filled(JSON.parse(template), {
      id: callId,
      device: externalId,
      method: command.method,
      params: command.params,
      expiresAt: command.expiresAt,
      callback: `${kit.publicUrl}/api/v1/connect/${connector.key}/command/${callId}`,
      ...(payload
        ? { bytes: payload.bytes.toString('base64'), hex: payload.bytes.toString('hex'), fPort: payload.fPort }
        : {}),
    }),
  );
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...signedHeaders({ secret: link.key }, callId, new Date(), body),
  };
  return resultOf(await callOut(kit, { url: link.url, headers, body }));
}
