import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import {
  type CalendarView,
  type CalendarWindow,
  calendarViews,
  periodShown,
  today,
} from '#platform/web/ui/calendar/calendar-time.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** A call of a list answers with so many rows at most. */
export const mostVisits = 100;
/** How long a visit that has not ended is drawn. */
const usualMs = 2 * 3_600_000;
const shortestMs = 30 * 60_000;

export type ShownCalendar = { view: CalendarView; day: string; site: string | null };

/** What the calendar shows, as its address says. */
export function useShownCalendar(): [ShownCalendar, (changes: Partial<ShownCalendar>) => void] {
  const { zone } = useFormats();
  const [params, setParams] = useSearchParams();
  const day = params.get('day') ?? '';
  const site = params.get('structureId');
  const shown: ShownCalendar = {
    view: calendarViews.find((one) => one === params.get('view')) ?? 'month',
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today(zone),
    site: site && /^\d+$/.test(site) ? site : null,
  };
  const change = (changes: Partial<ShownCalendar>) => {
    const { site: structureId, ...next } = { ...shown, ...changes };
    setParams({ ...next, ...(structureId === null ? {} : { structureId }) }, { replace: true });
  };
  return [shown, change];
}

/** A visit is drawn when it was made, else when it is planned for. */
export function windowOf(visit: ShownVisit, state: string, progress: string): CalendarWindow {
  const from = visit.startedAt ?? visit.plannedAt;
  const ended = visit.endedAt === null ? 0 : Date.parse(visit.endedAt);
  const to = Math.max(ended, Date.parse(from) + (ended > 0 ? shortestMs : usualMs));
  const { number, structure, technician } = visit;
  return {
    key: String(visit.id),
    title: `${state} · ${structure.name}`,
    // Isolated, because names and numbers in the other script would reorder the figures next to them.
    note: [number, progress, technician?.name].flatMap((part) => (part ? `\u2068${part}\u2069` : [])).join(' · '),
    ...{ from, to: new Date(to).toISOString() },
    tone: tones[visit.state],
  };
}

/** A visit may be made some days before or after the day it was planned for. */
const aroundMs = 3 * 86_400_000;
const early = (at: string) => new Date(Date.parse(at) - aroundMs).toISOString();
const late = (at: string) => new Date(Date.parse(at) + aroundMs).toISOString();

const tones: Readonly<Record<ShownVisit['state'], NonNullable<CalendarWindow['tone']>>> = {
  planned: 'plain',
  'in-progress': 'ok',
  done: 'good',
  signed: 'good',
  missed: 'problem',
};

/** The visits of the shown period as windows. */
export function useVisitWindows({ view, day, site }: ShownCalendar) {
  const t = useText();
  const { zone } = useFormats();
  const { from, to } = periodShown(view, day, zone);
  const found = useList(api.visit.list, {
    limit: mostVisits,
    filter: { plannedAt: { from: early(from), to: late(to) }, ...(site ? { structureId: [site] } : {}) },
    sort: { plannedAt: 'asc' },
  });
  const windows = useMemo(
    () =>
      found.rows.map((visit) =>
        windowOf(
          visit,
          t(`values.state.${visit.state}`),
          visit.state === 'in-progress' ? t('checkedShort', { checked: visit.checked, traps: visit.traps }) : '',
        ),
      ),
    [found.rows, t],
  );
  return { ...found, windows, more: (found.total ?? 0) > found.rows.length };
}
