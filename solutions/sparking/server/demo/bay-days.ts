import { createHash } from 'node:crypto';
import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';

/** The car parks of the demo are in Dubai, which never changes its clocks. */
const offsetMs = 4 * 60 * minuteMs;
/** Between two vehicles in one bay. */
const leastGapMs = 3 * minuteMs;

/** When vehicles come to a car park, and how long they stay. */
export type Habits = {
  /** The number of vehicles a bay has on an ordinary day. */
  perDay: number;
  /** How often they come in each hour of the day, in comparison with the others. */
  hours: readonly number[];
  /** The same while people fast. */
  ramadanHours: readonly number[];
  /** By day of the week, Sunday first. */
  weekdays: readonly number[];
  /** The middle stay in minutes, and by which factor stays differ. */
  minutes: readonly [middle: number, spread: number];
};

/** A vehicle in a bay, in ms since 1970. */
export type DemoStay = { from: number; to: number };

/** Numbers from 0 to 1 that follow from a name: the same for the history and for virtual devices. */
export function numbersOf(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The number of the day in Dubai. */
export const dayOf = (at: number): number => Math.floor((at + offsetMs) / dayMs);
export const startOfDay = (day: number): number => day * dayMs - offsetMs;

const islamicMonth = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'numeric', timeZone: 'Asia/Dubai' });
const fasting = new Map<number, boolean>();
function isRamadan(day: number): boolean {
  const known = fasting.get(day);
  if (known !== undefined) return known;
  const is = islamicMonth.format(startOfDay(day) + dayMs / 2) === '9';
  fasting.set(day, is);
  return is;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

function hourFrom(hours: readonly number[], part: number): number {
  let left = part * hours.reduce((all, one) => all + one, 0);
  for (const [hour, weight] of hours.entries()) {
    if (left < weight) return hour + left / weight;
    left -= weight;
  }
  return hours.length - 1;
}

/** What a day would be like if nobody had stayed from the day before. */
function freshDay(park: string, bay: string, day: number, habits: Habits): DemoStay[] {
  // A whole car park has good and bad days.
  const mood = 0.86 + 0.28 * numbersOf(`${park} ${day}`)();
  const next = numbersOf(`${park} ${bay} ${day}`);
  const expected = habits.perDay * (habits.weekdays[weekdayOf(day)] ?? 1) * mood;
  const count = Math.floor(expected + next());
  const hours = isRamadan(day) ? habits.ramadanHours : habits.hours;
  const [middle, spread] = habits.minutes;
  const wanted = Array.from({ length: count }, () => {
    const from = startOfDay(day) + Math.round(hourFrom(hours, next()) * 3600) * 1000;
    // The sum of three even numbers is close to a normal distribution.
    const deviation = (next() + next() + next() - 1.5) * 2;
    return { from, to: from + Math.round(middle * spread ** deviation * 60) * 1000 };
  }).sort((one, other) => one.from - other.from);
  return withoutOverlaps(wanted, Number.NEGATIVE_INFINITY);
}

function withoutOverlaps(stays: readonly DemoStay[], free: number): DemoStay[] {
  let from = free;
  return stays.filter((stay) => {
    if (stay.from < from) return false;
    from = stay.to + leastGapMs;
    return true;
  });
}

/** The vehicles that come to a bay on a day in Dubai, in the order of time; the last one may leave on the day after. */
export function staysOfDay(park: string, bay: string, day: number, habits: Habits): DemoStay[] {
  const before = freshDay(park, bay, day - 1, habits).at(-1);
  return withoutOverlaps(freshDay(park, bay, day, habits), before ? before.to + leastGapMs : Number.NEGATIVE_INFINITY);
}

/** The vehicles in a bay between two instants, those included that came before and leave later. */
export function staysBetween(park: string, bay: string, habits: Habits, from: number, to: number): DemoStay[] {
  const first = dayOf(from) - 1;
  return Array.from({ length: dayOf(to) - first + 1 }, (_, n) => staysOfDay(park, bay, first + n, habits))
    .flat()
    .filter((stay) => stay.to > from && stay.from < to);
}
