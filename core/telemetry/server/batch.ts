import type { LatestColumns } from '#core/devices/server/api.ts';
import type { Measured } from './tables.ts';

/** The points of many messages as the text of PostgreSQL arrays: far cheaper to build than arrays of parameters. */
export type ReadingColumns = LatestColumns & { count: number };

/** Whether something from the stream has the shape of a message: another version of the program may have sent it. */
export function isMeasured(message: object): message is Measured {
  const { d, r, t, s, v, w } = message as Partial<Measured>;
  if (!Number.isSafeInteger(d) || !Number.isSafeInteger(r) || !t || !s || !v) return false;
  return [t, s, v, w ?? t].every((column) => Array.isArray(column) && column.length === t.length);
}

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

/** When a point counts as measured: a clock that runs ahead of ours measures no earlier than what it sends next. */
const countsAt = (message: Measured, at: number): number => Math.min(message.t[at] as number, message.r);

/** The newest point of each device and sensor, sorted by both; none is newer than its arrival. */
export function newestColumns(messages: readonly Measured[]): ReadingColumns {
  const newest = new Map<number, { message: Measured; at: number }>();
  for (const message of messages) {
    for (let i = 0; i < message.t.length; i++) {
      const key = message.d * 65_536 + (message.s[i] as number);
      const known = newest.get(key);
      if (!known || isNewer(message, i, known)) newest.set(key, { message, at: i });
    }
  }
  const sorted = [...newest.entries()].sort(([a], [b]) => a - b);
  return readingColumns(
    sorted.map(([, { message, at }]) => ({
      d: message.d,
      r: message.r,
      t: [countsAt(message, at)],
      s: [message.s[at] as number],
      v: [message.v[at] ?? null],
      ...(message.w ? { w: [message.w[at] ?? null] } : {}),
    })),
  );
}

function isNewer(message: Measured, at: number, known: { message: Measured; at: number }): boolean {
  const later = countsAt(message, at) - countsAt(known.message, known.at);
  return later > 0 || (later === 0 && (message.t[at] as number) > (known.message.t[known.at] as number));
}
