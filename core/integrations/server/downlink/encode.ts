import type { Kit } from '#platform/server/kit.ts';
import { receptionOf } from '../accept.ts';
import { breakerName } from '../codec/decode-message.ts';
import { type CodecOutput, encodeDownlink } from '../codec/run-codec.ts';
import type { Order } from './orders.ts';

const maxBytes = 256;
const [firstPort, lastPort] = [1, 223];

export type Payload = { bytes: Buffer; fPort: number };

/** The codec of the devices of a model: that of the profile with this model, else that of the connector. */
const codecOf = ({ profiles, codecId }: Order['connector'], hardwareId: number): number | null =>
  profiles.find((one) => one.hardwareId === hardwareId)?.codecId ?? codecId;

/**
 * The payload of a command by the active version of the codec; null without a codec, or if the codec returns no
 * payload.
 */
export async function payloadOf(kit: Kit, { connector, command, hardwareId }: Order): Promise<Payload | null> {
  const codecId = codecOf(connector, hardwareId);
  const { codecs } = receptionOf(kit);
  const codec = codecId === null ? null : await codecs.find(connector.companyId, codecId);
  if (!codec || codecs.breaker.isSuspended(breakerName(connector, codec))) return null;
  const data = { ...(command.params as object), method: command.method };
  const answer = await encodeDownlink(codec, data, Date.parse(command.createdAt));
  if ('failed' in answer) return null;
  const { bytes, fPort = firstPort, errors } = JSON.parse(answer.output) as CodecOutput;
  const isPayload =
    errors.length === 0 &&
    Array.isArray(bytes) &&
    bytes.length <= maxBytes &&
    bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256) &&
    Number.isInteger(fPort) &&
    fPort >= firstPort &&
    fPort <= lastPort;
  return isPayload ? { bytes: Buffer.from(bytes), fPort } : null;
}
