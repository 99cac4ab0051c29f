import { customPeriod, daysIn, type Period, periodOf, periodPresets } from '#platform/common/time.ts';

/** What an address carries: a preset's value, or -1 with the bounds. */
export type ChosenPeriod = { value: number; from?: string; to?: string };

/** Presets within the cap; longer ones are hidden. A preset's length is its longest. */
export function presetsWithin(maxDays: number | undefined, now: Date, zone: string) {
  return periodPresets.filter(({ name }) => maxDays === undefined || daysIn(periodOf(name, now, zone)) <= maxDays);
}

/** The stretch that is meant now. An unknown value means the first preset. */
export function resolvePeriod(chosen: ChosenPeriod, now: Date, zone: string): Period {
  if (chosen.value === customPeriod && chosen.from && chosen.to) return { from: chosen.from, to: chosen.to };
  const preset = periodPresets.find((one) => one.value === chosen.value) ?? periodPresets[0];
  if (!preset) throw new Error('There are no period presets');
  return periodOf(preset.name, now, zone);
}

export type PeriodFault = 'incomplete' | 'order' | 'future' | 'tooLong';

/** Why a custom period cannot be taken; null when it can. A range over the cap is refused. */
export function periodFault(
  period: Partial<Period>,
  { maxDays, now, allowFuture = false }: { maxDays?: number; now: Date; allowFuture?: boolean },
): PeriodFault | null {
  const { from, to } = period;
  if (!from || !to) return 'incomplete';
  if (Date.parse(to) <= Date.parse(from)) return 'order';
  if (!allowFuture && Date.parse(from) > now.getTime()) return 'future';
  if (maxDays !== undefined && daysIn({ from, to }) > maxDays) return 'tooLong';
  return null;
}
