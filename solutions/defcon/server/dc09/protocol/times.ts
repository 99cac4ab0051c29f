import { dayMs, instantOf } from '#platform/common/time/wall-clock.ts';

/** By which clock a panel writes its times: UTC, as the standard says, or the clocks of a zone. */
export type PanelClock = 'utc' | { zone: string };

const form = /^_?(\d\d):(\d\d):(\d\d),(\d\d)-(\d\d)-(\d{4})$/;

/** The instant of `HH:MM:SS,MM-DD-YYYY` in ms since 1970; null if it is none. */
export function parseTimestamp(text: string | null, clock: PanelClock): number | null {
  const parts = form.exec(text ?? '');
  if (!parts) return null;
  const [hour = 0, minute = 0, second = 0, month = 0, day = 0, year = 0] = parts.slice(1).map(Number);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal = new Date(wall).getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return null;
  return clock === 'utc' ? wall : instantOf(wall, clock.zone);
}

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as messages have it, in UTC. */
export function writeTimestamp(now: number): string {
  const at = new Date(now);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `_${time},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${at.getUTCFullYear()}`;
}

const oldestMs = 40_000;
const newestMs = 20_000;
/** Whether a message of this time may be new: the standard allows it to be 40 s old or 20 s ahead. */
export const isTimely = (time: number, now: number): boolean => time >= now - oldestMs && time <= now + newestMs;

/** How far the time of an event may be from its arrival to be believed. */
const believedMs = dayMs;
const lateMs = 15 * 60_000;

export type Occurrence = { time: number; from: 'panel' | 'arrival'; late: boolean };

/** When it happened: the first of these times that can be true, else when the message arrived. */
export function occurrence(times: readonly (number | null)[], now: number): Occurrence {
  // A clock that is ahead would put an event into the future.
  const time = times.find((one) => one !== null && one > now - believedMs && one <= now + newestMs);
  if (time === undefined || time === null) return { time: now, from: 'arrival', late: false };
  return { time: Math.min(time, now), from: 'panel', late: time < now - lateMs };
}
