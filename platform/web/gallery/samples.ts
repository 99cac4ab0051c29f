import type { CustomRange } from '#platform/common/time/date-range.ts';
import type { DaySchedule } from '#platform/common/time/week-schedule.ts';
import type { OptionQuery } from '../ui/list/filters/filters.ts';

const manyOptions = 137;

/** Options as a server would return them, searched by label. */
export const searchOptions =
  (labelOf: (number: number) => string) =>
  async ({ search, skip, limit }: OptionQuery) => {
    const all = Array.from({ length: manyOptions }, (_, at) => ({ value: String(at + 1), label: labelOf(at + 1) }));
    const found = all.filter((one) => one.label.includes(search));
    return { data: found.slice(skip, skip + limit), totalRecords: found.length };
  };

export const loadRows = async (skip: number, limit: number) => {
  const total = 5000;
  const data = Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, at) => skip + at + 1);
  return { data, totalRecords: total };
};

/** Never resolves. */
export const waitForEver = () => new Promise<never>(() => {});

export const sampleSchedule: DaySchedule[] = [
  {
    name: 'Sunday',
    periods: [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ],
  },
  { name: 'Monday', periods: [{ start: '08:00', end: '17:00' }] },
];

export const goodRange: CustomRange = {
  startDate: '2026-03-01',
  startTime: '08:00',
  endDate: '2026-03-07',
  endTime: '17:30',
};
export const wrongRange: CustomRange = { ...goodRange, endDate: '2026-02-01' };
export const abuDhabi = { lat: 24.4781, lng: 54.3705 };

const grayPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export const samplePhoto = new File([Uint8Array.from(atob(grayPixel), (byte) => byte.charCodeAt(0))], 'photo.png', {
  type: 'image/png',
});
