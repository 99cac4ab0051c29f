import type { DeviceDemo } from '#core/device-app/server/api.ts';
import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';

type Acts = NonNullable<DeviceDemo['acts']>;
type Memory = Parameters<Acts>[2];
/** A time of each day in which a sensor is on: the minute after midnight in Dubai, and for how many minutes. */
type Daily = readonly [start: number, minutes: number];

const dubaiMinutes = 4 * 60;
const minutesOfDay = 1440;
const every = (times: number, minutes: number): Daily[] =>
  Array.from({ length: times }, (_, n) => [(n * minutesOfDay) / times, minutes] as const);

/** Longer than the rule of the demo allows. */
export const overstay: Daily = [14 * 60 + 10, 285];
/** When somebody calls for help: at 17:40 in Dubai. */
export const callForHelp: Daily = [17 * 60 + 40, 4];

/** What sensors of a model do on each day, by their keys. */
const days: Readonly<Record<number, Readonly<Record<string, readonly Daily[]>>>> = {
  1301: { door: every(20, 2), defrost: every(4, 20) },
  1601: { sos: [callForHelp] },
  2001: {
    occupied: [
      ...([
        [6 * 60 + 50, 70],
        [8 * 60 + 20, 95],
        [10 * 60 + 15, 40],
        [11 * 60 + 10, 55],
      ] as const),
      ...([[12 * 60 + 25, 80], overstay, [19 * 60 + 15, 45], [20 * 60 + 20, 75], [22 * 60, 50]] as const),
    ],
  },
};

/** Minutes by which the events of a device are shifted, so that devices differ; a call for help is never shifted. */
const shiftOf = (key: string, serial: string): number =>
  key === 'sos' ? 0 : (Number.parseInt(serial.slice(-4), 16) % 7) * 4;

const sinceMidnight = (at: number, shift: number): number =>
  (((at / minuteMs + dubaiMinutes - shift) % minutesOfDay) + minutesOfDay) % minutesOfDay;

/** What the sensors of a virtual device of the model do at a time; reported when it changes. */
export function actOnDays(hardwareId: number, now: number, { serial, kept }: Memory): ReturnType<Acts> {
  const sensors = days[hardwareId];
  if (!sensors) return undefined;
  const values = Object.fromEntries(
    Object.entries(sensors).flatMap(([key, times]) => {
      const minute = sinceMidnight(now, shiftOf(key, serial));
      const on = times.some(([start, minutes]) => minute >= start && minute < start + minutes);
      if (kept.get(key) === on) return [];
      kept.set(key, on);
      return [[key, on]];
    }),
  );
  return Object.keys(values).length > 0 ? { values } : undefined;
}

export type DemoSpan = { key: string; from: number; minutes: number };

/** The times between two instants in which sensors of a device were on. One that has not ended is left to the device. */
export function pastDays(hardwareId: number, serial: string, from: number, to: number): DemoSpan[] {
  const firstDay = Math.floor(from / dayMs) * dayMs - dubaiMinutes * minuteMs;
  const starts = Array.from({ length: Math.ceil((to - firstDay) / dayMs) }, (_, n) => firstDay + n * dayMs);
  return Object.entries(days[hardwareId] ?? {}).flatMap(([key, times]) =>
    starts.flatMap((midnight) =>
      times
        .map(([start, minutes]) => ({ key, from: midnight + (start + shiftOf(key, serial)) * minuteMs, minutes }))
        .filter((span) => span.from >= from && span.from + span.minutes * minuteMs < to),
    ),
  );
}
