import type { reportPresets } from './report-period.ts';
import type { ReportSchedule } from './report-schedule.ts';

/** A report that companies usually begin with. It has one section of each kind; its name is the text `starters.<key>`. */
export type Starter = {
  key: string;
  /** The kinds of its sections in order. It is offered to people who may add all of them, of whichever app. */
  sections: readonly string[];
  period: { preset: (typeof reportPresets)[number] };
  /** By the clocks of the company. */
  schedule: Omit<ReportSchedule, 'timeZone' | 'from' | 'until'>;
};

const times = ['07:00'];
const monthly = { frequency: 'monthly' as const, times, weekDays: [], dayOfMonth: 1, monthOfPeriod: 1 };
const sundays = { frequency: 'weekly' as const, times, weekDays: [0], dayOfMonth: 1, monthOfPeriod: 1 };

export const starters = [
  { key: 'monthly-consumption', sections: ['consumption'], period: { preset: 'last-month' }, schedule: monthly },
  { key: 'monthly-alarms', sections: ['alarms-count'], period: { preset: 'last-month' }, schedule: monthly },
  { key: 'weekly-openings', sections: ['openings'], period: { preset: 'last-week' }, schedule: sundays },
  {
    key: 'weekly-overview',
    sections: ['consumption', 'alarms-count'],
    period: { preset: 'last-week' },
    schedule: sundays,
  },
  { key: 'weekly-driving', sections: ['vehicle-summary'], period: { preset: 'last-week' }, schedule: sundays },
] as const satisfies readonly Starter[];
