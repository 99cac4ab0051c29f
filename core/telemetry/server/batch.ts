import type { LatestColumns } from '#core/devices/server/api.ts';
import type { Measured } from './tables.ts';

/** The points of many messages as the text of PostgreSQL arrays: far cheaper to build than arrays of parameters. */
export type ReadingColumns = LatestColumns & { count: number };

const quoted = (word: string | null) =>
  word === null ? 'NULL' : `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export function readingColumns(messages: readonly Measured[]): ReadingColumns {
  let device = '';
  let sensor = '';
  let time = '';
  let value = '';
  let word = '';
  let count = 0;
  for (const { d, t, s, v, w } of messages) {
    for (let i = 0; i < t.length; i++) {
      const comma = count === 0 ? '' : ',';
      device += comma + d;
      sensor += comma + s[i];
      time += comma + t[i];
      value += comma + (v[i] ?? 'NULL');
      word += comma + quoted(w?.[i] ?? null);
      count++;
    }
  }
  return {
    device: `{${device}}`,
    sensor: `{${sensor}}`,
    time: `{${time}}`,
    value: `{${value}}`,
    word: `{${word}}`,
    count,
  };
}

/** The newest point of each device and sensor, sorted by both. */
export function newestColumns(messages: readonly Measured[]): ReadingColumns {
  const newest = new Map<number, { message: Measured; at: number }>();
  for (const message of messages) {
    for (let i = 0; i < message.t.length; i++) {
      const key = message.d * 65_536 + (message.s[i] as number);
      const known = newest.get(key);
      if (!known || (known.message.t[known.at] as number) < (message.t[i] as number))
        newest.set(key, { message, at: i });
    }
  }
  const sorted = [...newest.entries()].sort(([a], [b]) => a - b);
  return readingColumns(
    sorted.map(([, { message, at }]) => ({
      d: message.d,
      r: message.r,
      t: [message.t[at] as number],
      s: [message.s[at] as number],
      v: [message.v[at] ?? null],
      ...(message.w ? { w: [message.w[at] ?? null] } : {}),
    })),
  );
}
