import { z } from 'zod';
import { type Period, periodOf } from '#platform/common/time/time.ts';

/** The presets of reports; those that end now end at the instant for which a report was due. */
export const reportPresets = [
  'last-24-hours',
  'today',
  'yesterday',
  'last-7-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const;

/** The longest period of a report in days. */
export const maxReportDays = 366;

const instant = z.iso.datetime({ offset: true, error: 'invalid' });

/** The period of a report: a preset, or two instants, the second of which it does not include. */
export const reportPeriod = z.union([
  z.object({ preset: z.enum(reportPresets) }),
  z
    .object({ from: instant, to: instant })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: 'toAfterFrom' }),
]);
export type ReportPeriod = z.infer<typeof reportPeriod>;

/** The period as of an instant, with days in the time zone (IANA name). */
export function periodAt(period: ReportPeriod, at: Date, zone: string): Period {
  if ('preset' in period) return periodOf(period.preset, at, zone);
  const iso = (text: string) => new Date(text).toISOString();
  return { from: iso(period.from), to: iso(period.to) };
}
