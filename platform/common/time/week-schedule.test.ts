import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closedWeek,
  isOpen,
  nextChange,
  openTimeAfter,
  openTimeBetween,
  scheduledDays,
  type Weekday,
  type WeekSchedule,
  weekdays,
  weekSchedule,
} from './week-schedule.ts';

const minute = 60_000;
const day = 1440 * minute;
type Hours = Partial<Record<Weekday, [start: string, end: string][]>>;

const weekOf = (hours: Hours): WeekSchedule['week'] =>
  closedWeek().map(({ name }) => ({ name, periods: (hours[name] ?? []).map(([start, end]) => ({ start, end })) }));
const schedule = (hours: Hours, more: Partial<WeekSchedule> = {}): WeekSchedule => ({
  timeZone: 'Asia/Dubai',
  week: weekOf(hours),
  seasons: [],
  holidays: [],
  ...more,
});
const openAt = (of: WeekSchedule, at: string) => isOpen(of, Date.parse(at));
const changeAfter = (of: WeekSchedule, at: string) => {
  const change = nextChange(of, Date.parse(at));
  return change === null ? null : new Date(change).toISOString();
};

describe('a week schedule', () => {
  const office = schedule({
    Sunday: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    Friday: [['22:00', '23:59']],
    Saturday: [['00:00', '06:00']],
  });

  test.each([
    ['2026-05-03T03:59:59.999Z', false, 'Sunday 07:59 in Dubai'],
    ['2026-05-03T04:00:00Z', true, 'Sunday 08:00'],
    ['2026-05-03T08:00:00Z', false, 'Sunday 12:00, the end of a period'],
    ['2026-05-03T09:00:00Z', true, 'Sunday 13:00'],
    ['2026-05-04T05:00:00Z', false, 'Monday, a closed day'],
    ['2026-05-01T18:30:00Z', true, 'Friday 22:30'],
    ['2026-05-01T19:59:30Z', true, 'Friday 23:59:30, as 23:59 is the end of the day'],
    ['2026-05-02T01:00:00Z', true, 'Saturday 05:00'],
    ['2026-05-02T18:30:00Z', false, 'Saturday 22:30'],
  ])('at %s is open: %s (%s)', (at, expected) => {
    expect(openAt(office, at)).toBe(expected);
  });

  test('joins a period until 23:59 and one from 00:00 without a gap', () => {
    expect(changeAfter(office, '2026-05-01T18:30:00Z')).toBe('2026-05-02T02:00:00.000Z');
  });

  test('finds the next opening after closed days', () => {
    expect(changeAfter(office, '2026-05-03T13:00:00Z')).toBe('2026-05-08T18:00:00.000Z');
  });

  test('has no next change if it is never or always open', () => {
    const always = schedule(Object.fromEntries(weekdays.map((name) => [name, [['00:00', '23:59']]])));
    expect(changeAfter(schedule({}), '2026-05-03T04:00:00Z')).toBeNull();
    expect(changeAfter(always, '2026-05-03T04:00:00Z')).toBeNull();
    expect(openAt(always, '2026-05-03T04:00:00Z')).toBe(true);
  });
});

describe('special days of a schedule', () => {
  const holiday = { name: { en: 'Holiday', ar: 'عطلة' }, expected: false };
  const special = schedule(
    { Monday: [['08:00', '17:00']] },
    {
      seasons: [
        { name: 'Ramadan', from: '2026-02-18', to: '2026-03-19', week: weekOf({ Monday: [['10:00', '14:00']] }) },
      ],
      holidays: [
        { ...holiday, date: '2026-03-02', periods: [] },
        { ...holiday, date: '2026-03-03', periods: [{ start: '09:00', end: '10:00' }] },
      ],
    },
  );

  test('a season has its own week from its first to its last day', () => {
    expect(openAt(special, '2026-02-16T04:30:00Z')).toBe(true);
    expect(openAt(special, '2026-02-23T04:30:00Z')).toBe(false);
    expect(openAt(special, '2026-02-23T06:00:00Z')).toBe(true);
    expect(openAt(special, '2026-03-23T04:30:00Z')).toBe(true);
  });

  test('a holiday is closed or has its own hours, also within a season', () => {
    expect(openAt(special, '2026-03-02T06:30:00Z')).toBe(false);
    expect(openAt(special, '2026-03-03T05:30:00Z')).toBe(true);
    expect(changeAfter(special, '2026-02-23T11:00:00Z')).toBe('2026-03-03T05:00:00.000Z');
  });
});

describe('where the clocks change', () => {
  const berlin = schedule({ Sunday: [['01:30', '02:30']] }, { timeZone: 'Europe/Berlin' });

  test('a schedule has no open hours in the hour that a clock change skips', () => {
    // On 29 March 2026 the clocks go from 02:00 to 03:00.
    expect(changeAfter(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-29T00:30:00.000Z');
    expect(changeAfter(berlin, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:00:00.000Z');
  });

  test('a schedule is open twice in the hour that a clock change repeats', () => {
    // On 25 October 2026 they go from 03:00 back to 02:00.
    const changes = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T01:30:00.000Z'];
    expect(changeAfter(berlin, '2026-10-24T23:30:00Z')).toBe(changes[0]);
    expect(changeAfter(berlin, changes[0] as string)).toBe(changes[1]);
    expect(changeAfter(berlin, changes[1] as string)).toBe(changes[2]);
  });

  test('a week later the hours are those of the clock again', () => {
    const offices = schedule({ Sunday: [['08:00', '17:00']] }, { timeZone: 'Europe/Berlin' });
    expect(changeAfter(offices, '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(changeAfter(offices, '2026-03-22T20:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(changeAfter(offices, '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  });
});

const zones = [
  'Asia/Dubai',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
];
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((of) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`);
/** Times in order; every second pair is a period. */
const periods = fc
  .uniqueArray(clock, { maxLength: 12 })
  .map((times) => [...times].sort())
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_, at) => ({
      start: times[at * 2] as string,
      end: times[at * 2 + 1] as string,
    })),
  );
const weeks = fc
  .tuple(...weekdays.map(() => periods))
  .map((all) => weekdays.map((name, at) => ({ name, periods: all[at] as { start: string; end: string }[] })));
// Around changes of the clocks, and anywhere.
const starts = fc.oneof(
  fc
    .constantFrom(
      '2026-03-27T12:00:00Z',
      '2026-10-23T12:00:00Z',
      '2026-03-06T12:00:00Z',
      '2026-10-30T12:00:00Z',
      '2026-04-02T12:00:00Z',
      '2026-04-23T12:00:00Z',
      '2026-02-13T12:00:00Z',
    )
    .map(Date.parse),
  fc
    .integer({ min: Date.parse('2024-01-01') / minute, max: Date.parse('2030-01-01') / minute })
    .map((of) => of * minute),
);
const schedules = fc
  .tuple(fc.constantFrom(...zones), weeks, weeks, periods, starts)
  .map(([timeZone, week, other, ofHoliday, start]) => {
    const dayOf = (days: number) => new Date(start + days * day).toISOString().slice(0, 10);
    const of: WeekSchedule = {
      timeZone,
      week,
      seasons: [{ name: 'Season', from: dayOf(2), to: dayOf(4), week: other }],
      holidays: [{ date: dayOf(3), name: { en: 'Holiday', ar: '' }, expected: false, periods: ofHoliday }],
    };
    return { of, start };
  });

/** What the clock on a wall of that zone shows, computed only with Intl. */
function wall(at: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { weekday: of.weekday as Weekday, date: `${of.year}-${of.month}-${of.day}`, time: `${of.hour}:${of.minute}` };
}

function isOpenByWall({ timeZone, week, seasons, holidays }: WeekSchedule, at: number): boolean {
  const { weekday, date, time } = wall(at, timeZone);
  const { week: days } = seasons.find(({ from, to }) => from <= date && date <= to) ?? { week };
  const open =
    holidays.find((one) => one.date === date)?.periods ?? days.find(({ name }) => name === weekday)?.periods ?? [];
  return open.some(({ start, end }) => time >= start && (time < end || end === '23:59'));
}

test('whatever the week, the zone and the change of its clocks, it is open as the clock on the wall says', () => {
  fc.assert(
    fc.property(
      schedules,
      fc.array(fc.integer({ min: 0, max: 7 * day }), { minLength: 40, maxLength: 40 }),
      ({ of, start }, delays) => {
        for (const delay of delays) expect(isOpen(of, start + delay)).toBe(isOpenByWall(of, start + delay));
      },
    ),
    { numRuns: 60 },
  );
});

test('for nine days, minute by minute, it changes at the next change and never in between', () => {
  fc.assert(
    fc.property(schedules, ({ of, start }) => {
      // A copy of its own, so that neither question answers the other.
      const copy = structuredClone(of);
      let open = isOpen(of, start);
      let next = nextChange(copy, start);
      for (let at = start + minute; at <= start + 9 * day; at += minute) {
        const now = isOpen(of, at);
        if ((at === next) !== (now !== open))
          throw new Error(`${new Date(at).toISOString()}: ${now}, expected ${next}`);
        if (now === open) continue;
        open = now;
        next = nextChange(copy, at);
      }
    }),
    { numRuns: 60 },
  );
});

test('whatever the week, the open time between two instants is that of its minutes, and leads from one to the other', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 3 * 24 * 60 }), ({ of, start }, minutes) => {
      const end = start + minutes * minute;
      let open = 0;
      for (let at = start; at < end; at += minute) if (isOpen(of, at)) open += minute;
      expect(openTimeBetween(of, start, end)).toBe(open);
      if (open === 0) return;
      const reached = openTimeAfter(of, start, open) as number;
      expect(openTimeBetween(of, start, reached)).toBe(open);
      expect(reached).toBeLessThanOrEqual(end);
    }),
    { numRuns: 60 },
  );
});

test('a schedule that is never open does not reach any open time', () => {
  expect(openTimeAfter(schedule({}), Date.parse('2026-05-03T00:00:00Z'), minute)).toBeNull();
});

test('asked a million times about one day, it does not ask the zone’s data again', () => {
  const of = schedule({ Sunday: [['08:00', '17:00']] }, { timeZone: 'Asia/Muscat' });
  const original = Intl.DateTimeFormat.prototype.formatToParts;
  const start = Date.parse('2026-05-03T00:00:00Z');
  isOpen(of, start);
  let asked = 0;
  Intl.DateTimeFormat.prototype.formatToParts = function (...args) {
    asked++;
    return original.apply(this, args);
  };
  try {
    for (let at = start; at < start + day; at += 86) isOpen(of, at);
  } finally {
    Intl.DateTimeFormat.prototype.formatToParts = original;
  }
  expect(asked).toBe(0);
});

describe('the schema of a week schedule', () => {
  const whole = schedule({ Sunday: [['08:00', '17:00']] });
  const faults = (of: unknown) =>
    weekSchedule.safeParse(of).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  const sunday = (...periods: [string, string][]) => schedule({ Sunday: periods });
  const season = (from: string, to: string) => ({ name: 'Season', from, to, week: closedWeek() });

  test('accepts a complete schedule', () => {
    expect(faults(whole)).toEqual([]);
    expect(faults(sunday(['08:00', '12:00'], ['12:00', '13:00']))).toEqual([]);
  });

  test('a period that overlaps another, ends before it begins or is not a time is refused under its day', () => {
    expect(faults(sunday(['08:00', '12:00'], ['11:00', '13:00']))).toEqual(['week.1.periods overlap']);
    expect(faults(sunday(['12:00', '08:00']))).toEqual(['week.1.periods toAfterFrom']);
    expect(faults(sunday(['24:00', '25:00']))).toContain('week.1.periods.0.start invalidTime');
  });

  test('a seventh period of a day, and a week that is not seven days from Saturday on, are refused', () => {
    const seven = Array.from({ length: 7 }, (_, at): [string, string] => [`0${at}:00`, `0${at}:30`]);
    expect(faults(sunday(...seven))).toEqual(['week.1.periods tooManyPeriods']);
    expect(faults({ ...whole, week: [...whole.week].reverse() })).toEqual(['week invalid']);
    expect(faults({ ...whole, week: whole.week.slice(1) })).toContain('week invalid');
  });

  test('seasons that meet, and two holidays on one day, are refused', () => {
    expect(
      faults({ ...whole, seasons: [season('2026-03-01', '2026-03-10'), season('2026-03-10', '2026-03-20')] }),
    ).toEqual(['seasons overlap']);
    expect(faults({ ...whole, seasons: [season('2026-03-02', '2026-03-01')] })).toEqual(['seasons.0.to toAfterFrom']);
    const holiday = { date: '2026-12-02', name: { en: 'Day', ar: '' }, expected: false, periods: [] };
    expect(faults({ ...whole, holidays: [holiday, holiday] })).toEqual(['holidays sameDay']);
    expect(faults({ ...whole, holidays: [{ ...holiday, name: { en: '', ar: '' } }] })).toEqual([
      'holidays.0.name.en Required',
    ]);
  });

  test('a zone that the database of zones does not have is refused', () => {
    expect(faults({ ...whole, timeZone: 'Asia/Nowhere' })).toEqual(['timeZone timeZone']);
  });
});

test('the hours of the coming days follow the week, its seasons and holidays, from the day in the time zone', () => {
  const days = scheduledDays(
    schedule(
      { Sunday: [['08:00', '17:00']], Monday: [['22:00', '23:59']] },
      {
        holidays: [{ date: '2026-05-04', name: { en: 'Feast', ar: '' }, expected: false, periods: [] }],
        seasons: [
          { from: '2026-05-10', to: '2026-05-10', name: 'Short', week: weekOf({ Sunday: [['09:00', '12:00']] }) },
        ],
      },
    ),
    // Sunday 00:30 in Dubai.
    Date.parse('2026-05-02T20:30:00Z'),
    9,
  );
  expect(
    days
      .map(({ date, open, holiday, season }) => [date, open, holiday?.name.en ?? season?.name])
      .filter(([, open, name]) => open?.length || name),
  ).toEqual([
    ['2026-05-03', [[480, 1020]], undefined],
    ['2026-05-04', [], 'Feast'],
    ['2026-05-10', [[540, 720]], 'Short'],
    ['2026-05-11', [[1320, 1440]], undefined],
  ]);
});
