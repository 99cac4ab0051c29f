import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import {
  type CalendarView,
  type CalendarWindow,
  calendarViews,
  periodShown,
  today,
} from '#platform/web/ui/calendar/calendar-time.ts';
import type { AccessInterval } from '../../common/access.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

export const sides = ['lock', 'person'] as const;
export type CalendarSide = (typeof sides)[number];
export type Shown = { view: CalendarView; day: string; by: CalendarSide; of: number | null };

/** What the calendar shows, as its address says. */
export function useShown(): [Shown, (changes: Partial<Shown>) => void] {
  const { zone } = useFormats();
  const [params, setParams] = useSearchParams();
  const of = Number(params.get('of'));
  const day = params.get('day') ?? '';
  const shown: Shown = {
    view: calendarViews.find((one) => one === params.get('view')) ?? 'week',
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today(zone),
    by: sides.find((one) => one === params.get('by')) ?? 'lock',
    of: of > 0 ? of : null,
  };
  const change = (changes: Partial<Shown>) => {
    const next = { ...shown, ...changes };
    const { of: chosen, ...rest } = next;
    setParams({ ...rest, ...(chosen === null ? {} : { of: String(chosen) }) }, { replace: true });
  };
  return [shown, change];
}

/** A window of a grant with the locks that it opens. */
export type Given = AccessInterval & { locks: string[] };

/** The key of a window: a grant opens all of its locks at the same time. */
export const keyOf = ({ grantId }: Pick<AccessInterval, 'grantId'>, from: string): string =>
  `grant${grantId}:${Date.parse(from)}`;

/** One window represents all locks of its grant: side by side, their names would not fit. */
function joined(intervals: readonly AccessInterval[]): Map<string, Given> {
  const found = new Map<string, Given>();
  for (const one of intervals) {
    const key = keyOf(one, one.from);
    const known = found.get(key);
    if (!known) found.set(key, { ...one, locks: [one.device.name] });
    else found.set(key, { ...known, locks: [...known.locks, one.device.name], clashes: known.clashes || one.clashes });
  }
  return found;
}

/** The windows of the shown period by lock or person. */
export function useGiven({ view, day, by, of }: Shown) {
  const t = useText();
  const { zone } = useFormats();
  const { calls } = useAccess();
  const period: Period = periodShown(view, day, zone);
  const query = useData(
    calls.accessToken.calendar,
    { query: { ...period, ...(of === null ? {} : by === 'lock' ? { deviceId: of } : { holderId: of }) } },
    { placeholderData: keepPreviousData },
  );
  useLive(['access'], () => void query.refetch());
  const given = useMemo(() => joined(query.data?.windows ?? []), [query.data]);
  const windows = useMemo(
    () =>
      [...given].map(([key, one]): CalendarWindow => {
        const holder = one.holder || t(`values.mode.${one.mode}`);
        const locks = one.locks.join(', ');
        const byLock = by === 'lock' && of === null;
        const byPerson = by === 'person' && of !== null;
        return {
          key,
          from: one.from,
          to: one.to,
          title: byLock || byPerson ? locks : holder,
          note: byLock || byPerson ? holder : locks,
          tone: one.clashes ? 'clash' : 'plain',
          fixed: one.mode !== 'calendar-mode' || Date.parse(one.to) <= Date.now(),
        };
      }),
    [given, by, of, t],
  );
  return { given, windows, query, more: query.data?.more ?? false };
}
