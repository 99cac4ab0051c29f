import dayjs from 'dayjs';
import {
  comparisonPairs,
  customPeriod,
  daysIn,
  type Period,
  type PeriodName,
  periodOf,
  periodPresets,
} from '#platform/common/time/time.ts';

/** A selected period as in the address: the value of a preset, or -1 with the bounds. */
export type SelectedPeriod = { value: number; from?: string; to?: string };

/** The last 48 hours: offered only as a comparison of the last two days. */
const twoDays = 9;

/** The presets within the maximum length. The longest possible length of a preset counts. */
export function presetsWithin(maxDays: number | undefined, now: Date, zone: string) {
  return periodPresets.filter(
    ({ value, name }) => value !== twoDays && (maxDays === undefined || daysIn(periodOf(name, now, zone)) <= maxDays),
  );
}

/** Reads the period from the query; null if it is missing, invalid or too long. */
export function readPeriod(params: URLSearchParams, maxDays?: number): SelectedPeriod | null {
  const raw = params.get('period');
  const value = raw === 'custom' ? customPeriod : raw ? Number(raw) : Number.NaN;
  if (value !== customPeriod) return periodPresets.some((one) => one.value === value) ? { value } : null;
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const period = { from, to };
  if (!(Date.parse(from) < Date.parse(to)) || (maxDays !== undefined && daysIn(period) > maxDays)) return null;
  return { value, ...period };
}

/** The period that a selection means at `now`; an unknown value means the first preset. */
export function resolvePeriod(chosen: SelectedPeriod, now: Date, zone: string): Period {
  if (chosen.value === customPeriod && chosen.from && chosen.to) return { from: chosen.from, to: chosen.to };
  const preset = periodPresets.find((one) => one.value === chosen.value) ?? periodPresets[0];
  if (!preset) throw new Error('There are no period presets');
  return periodOf(preset.name, now, zone);
}

const calendarUnits = ['day', 'week', 'month', 'year'] as const;

/**
 * The period before (-1) or after (1) a selected one. The neighbours of a calendar day, week, month or year, also of the
 * present one, are whole ones; other periods move by their length.
 */
export function neighbourPeriod(chosen: SelectedPeriod, { from, to }: Period, direction: -1 | 1, zone: string): Period {
  const start = dayjs(from).tz(zone);
  const end = dayjs(to);
  const preset = periodPresets.find(({ value }) => value === chosen.value)?.name ?? '';
  const unit =
    preset === 'today'
      ? 'day'
      : calendarUnits.find((one) =>
          chosen.value === customPeriod ? start.add(1, one).isSame(end) : preset.endsWith(`-${one}`),
        );
  if (unit && start.isSame(start.startOf('day'))) {
    const moved = start.add(direction, unit);
    return { from: moved.toISOString(), to: moved.add(1, unit).toISOString() };
  }
  const length = end.diff(start) * direction;
  return { from: start.add(length, 'ms').toISOString(), to: end.add(length, 'ms').toISOString() };
}

export type Comparison = { value: number; first: PeriodName; second: PeriodName | null };

/**
 * The available comparisons, by the value of their first period. Without `second`, the two days of the period are
 * compared.
 */
export const periodComparisons: readonly Comparison[] = [
  { value: twoDays, first: 'last-48-hours', second: null },
  ...comparisonPairs.flatMap(([first, second]): Comparison[] => {
    const preset = periodPresets.find((one) => one.name === first);
    return preset ? [{ value: preset.value, first, second }] : [];
  }),
];

/** The two periods of a comparison at `now`; an unknown value means the first comparison. */
export function resolveComparison(value: number, now: Date, zone: string): [Period, Period] {
  const chosen = periodComparisons.find((one) => one.value === value) ?? periodComparisons[0];
  if (!chosen) throw new Error('There are no comparisons');
  const first = periodOf(chosen.first, now, zone);
  if (chosen.second) return [first, periodOf(chosen.second, now, zone)];
  const middle = dayjs(first.to).subtract(1, 'day').toISOString();
  return [
    { from: middle, to: first.to },
    { from: first.from, to: middle },
  ];
}
