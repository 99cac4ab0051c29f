import { useMemo } from 'react';
import { type ScheduledDay, scheduledDays, type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useText } from './api.ts';
import { formatDay } from './format-day.ts';
import classes from './Schedules.module.css';

const daysShown = 14;
const dayMinutes = 24 * 60;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const weekdayOf = (date: string) =>
  weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 1) % 7] as (typeof weekdays)[number];

/** The hours of the next two weeks: a bar from midnight to midnight for each day, and the hours as text. */
export function ScheduledDays({ of }: { of: WeekSchedule }) {
  const t = useText();
  const days = useMemo(() => scheduledDays(of, Date.now(), daysShown), [of]);
  return (
    <table className={classes.days}>
      <caption className={classes.caption}>{t('nextDays')}</caption>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('fields.date')}</th>
          <th scope="col">{t('dayBar')}</th>
          <th scope="col">{t('fields.periods')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Day key={day.date} day={day} />
        ))}
      </tbody>
    </table>
  );
}

function Day({ day: { date, open, holiday } }: { day: ScheduledDay }) {
  const t = useText();
  const { label } = useLabels('schedules');
  const { language } = useFormats();
  const hours = open.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(', ');
  return (
    <tr>
      <th scope="row">
        {label(`values.week.${weekdayOf(date)}`)} <span className={classes.date}>{formatDay(date)}</span>
      </th>
      <td aria-hidden>
        <span className={classes.bar}>
          {open.map(([from, to]) => (
            <span
              key={from}
              className={classes.openPart}
              style={{
                insetInlineStart: `${(from / dayMinutes) * 100}%`,
                inlineSize: `${((to - from) / dayMinutes) * 100}%`,
              }}
            />
          ))}
        </span>
      </td>
      <td>
        <bdi dir="ltr">{hours || t('closed')}</bdi>
        {holiday && (
          <>
            {' · '}
            <bdi>{holiday.name[language] || holiday.name.en || holiday.name.ar}</bdi>
          </>
        )}
      </td>
    </tr>
  );
}
