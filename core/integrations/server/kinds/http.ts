import type { Pointers } from '../../common/connector.ts';
import {
  type Inbound,
  isObject,
  messageHash,
  parsed,
  parsedInstant,
  type Sent,
  serialOf,
  Unreadable,
} from '../inbound.ts';

/** The maximum number of messages in one body. */
const maxItems = 1000;

/** The value that a JSON pointer (RFC 6901) leads to; undefined if there is none. */
function pointedAt(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}

const nameOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** Any JSON, read by the pointers of the connector. */
export function http({ body }: Sent, { pointers }: { pointers: Pointers }): Inbound[] {
  const whole = parsed(body);
  const items = pointers.items === null ? (Array.isArray(whole) ? whole : [whole]) : pointedAt(whole, pointers.items);
  if (!Array.isArray(items) || items.length === 0) throw new Unreadable('no-values', pointers.items ?? '');
  if (items.length > maxItems) throw new Unreadable('too-large', pointers.items ?? '');
  return items.map((item) => {
    if (!isObject(item)) throw new Unreadable('not-an-object');
    const text = items.length === 1 ? body : Buffer.from(JSON.stringify(item));
    const find = (pointer: string | null) => (pointer === null ? undefined : pointedAt(item, pointer));
    const time = find(pointers.time);
    const [lat, lng] = [find(pointers.lat), find(pointers.lng)];
    const values = find(pointers.values);
    const key = nameOf(find(pointers.key));
    const externalId = serialOf(nameOf(find(pointers.device)));
    return {
      externalId,
      event: 'message',
      keys: [key === null ? messageHash(text) : `${externalId} ${key}`],
      time: time === undefined ? null : parsedInstant(time),
      values: isObject(values) ? values : {},
      uplink: { bytes: null, fPort: null, json: item },
      ...(lat === undefined || lng === undefined ? {} : { position: { lat, lng } }),
      signal: null,
      profile: null,
      body: text,
    };
  });
}
