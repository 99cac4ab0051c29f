import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useFormats } from '../../i18n/formats.ts';
import { iconSizes } from '../../theme.ts';
import { Bdi } from '../values/Bdi.tsx';
import classes from './Calendar.module.css';
import { type CalendarWindow, wallTime } from './calendar-time.ts';
import { useCalendarText } from './texts.ts';

/** The times of a window: with dates if it ends on another day. */
export function useTimes(): (window: CalendarWindow) => string {
  const { date, zone } = useFormats();
  return ({ from, to }) => {
    const oneDay = wallTime(from, zone).slice(0, 10) === wallTime(Date.parse(to) - 1, zone).slice(0, 10);
    const format = oneDay ? 'time' : 'dateTime';
    return `${date(from, format)} – ${date(to, format)}`;
  };
}

/** The description of a window as text, for people who cannot see where it is. */
export function useWindowDescription(): (window: CalendarWindow) => string {
  const t = useCalendarText();
  const { date } = useFormats();
  return ({ title, note, from, to, tone }) =>
    [
      title,
      note,
      t('until', { from: date(from), to: date(to) }),
      ...(tone === 'clash' ? [t('clashes')] : []),
      ...(tone === 'draft' ? [t('draft')] : []),
    ]
      .filter(Boolean)
      .join(', ');
}

/** The text of a window; in one line if there is no room for more. */
export function WindowLabel({ window, oneLine }: { window: CalendarWindow; oneLine?: boolean }) {
  const t = useCalendarText();
  const times = useTimes();
  const { date } = useFormats();
  const { title, note, tone, fixed } = window;
  return (
    <span className={classes.label}>
      <span className={classes.title}>
        {tone === 'clash' && <IconAlertTriangle size={iconSizes.sm} aria-label={t('clashes')} />}
        {fixed && <IconLock size={iconSizes.sm} aria-hidden />}
        {oneLine && <Bdi>{date(window.from, 'time')}</Bdi>}
        <bdi>{title}</bdi>
      </span>
      {!oneLine && <Bdi>{times(window)}</Bdi>}
      {!oneLine && note && <bdi>{note}</bdi>}
    </span>
  );
}
