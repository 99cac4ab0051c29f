import type { ChannelValue, LatestColumns } from '#core/devices/server/api.ts';
import type { ChannelPoints, MeasuredPoints, PointColumns } from '../measured-points.ts';

/** The points of many messages, each column as the text of a PostgreSQL array, which is far cheaper than parameter arrays. */
export type ReadingColumns = LatestColumns & { count: number };

/** Whether an entry of the stream has the expected shape. Another version of the program can have sent it. */
export function isMeasuredPoints(message: object): message is MeasuredPoints {
  const { d, r, t, s, v, w, c = [], p, e, l } = message as Partial<MeasuredPoints>;
  if (
    !Number.isSafeInteger(d) ||
    !Number.isSafeInteger(r) ||
    !t ||
    !s ||
    !v ||
    !Array.isArray(c) ||
    !Array.isArray(p ?? []) ||
    !Array.isArray(e ?? []) ||
    !Array.isArray(l ?? [])
  )
    return false;
  return areColumns({ t, s, v, ...(w ? { w } : {}) }) && c.every((one) => typeof one.n === 'string' && areColumns(one));
}

const areColumns = ({ t, s, v, w }: Partial<PointColumns>): boolean =>
  [t, s, v, w ?? t].every((column) => Array.isArray(column) && column.length === t?.length);

/** The values of the channels in messages. */
export const channelValues = (messages: readonly MeasuredPoints[]): ChannelValue[] =>
  messages.flatMap(({ d: deviceId, c = [] }) => c.flatMap((channel) => valuesOf(deviceId, channel)));

const valuesOf = (deviceId: number, { n: channel, t, s, v, w }: ChannelPoints): ChannelValue[] =>
  t.map((time, i) => ({
    deviceId,
    channel,
    sensorId: s[i] as number,
    time,
    value: v[i] ?? null,
    word: w?.[i] ?? null,
  }));

const quoted = (text: string | null) =>
  text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export function readingColumns(messages: readonly MeasuredPoints[]): ReadingColumns {
  let device = '';
  let sensor = '';
  let time = '';
  let value = '';
  let text = '';
  let count = 0;
  for (const { d, t, s, v, w } of messages) {
    for (let i = 0; i < t.length; i++) {
      const comma = count === 0 ? '' : ',';
      device += comma + d;
      sensor += comma + s[i];
      time += comma + t[i];
      value += comma + (v[i] ?? 'NULL');
      text += comma + quoted(w?.[i] ?? null);
      count++;
    }
  }
  return {
    device: `{${device}}`,
    sensor: `{${sensor}}`,
    time: `{${time}}`,
    value: `{${value}}`,
    word: `{${text}}`,
    count,
  };
}

/** The time of a point, at most its arrival: a device clock that is ahead must not make later points look older. */
const effectiveTime = (message: MeasuredPoints, index: number): number =>
  Math.min(message.t[index] as number, message.r);

/** The newest point of each device and sensor, sorted by both, at most as new as its arrival. */
export function newestColumns(messages: readonly MeasuredPoints[]): ReadingColumns {
  const newest = new Map<number, { message: MeasuredPoints; at: number }>();
  for (const message of messages) {
    for (let i = 0; i < message.t.length; i++) {
      const key = message.d * 65_536 + (message.s[i] as number);
      const current = newest.get(key);
      if (!current || isNewer(message, i, current)) newest.set(key, { message, at: i });
    }
  }
  const sorted = [...newest.entries()].sort(([a], [b]) => a - b);
  return readingColumns(
    sorted.map(([, { message, at: index }]) => ({
      d: message.d,
      r: message.r,
      t: [effectiveTime(message, index)],
      s: [message.s[index] as number],
      v: [message.v[index] ?? null],
      ...(message.w ? { w: [message.w[index] ?? null] } : {}),
    })),
  );
}

function isNewer(message: MeasuredPoints, index: number, current: { message: MeasuredPoints; at: number }): boolean {
  const later = effectiveTime(message, index) - effectiveTime(current.message, current.at);
  return later > 0 || (later === 0 && (message.t[index] as number) > (current.message.t[current.at] as number));
}
