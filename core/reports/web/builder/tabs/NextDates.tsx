import { Text, Title } from '@mantine/core';
import { numberLocale, useFormats } from '#platform/web/i18n/formats.ts';
import { formatPeriod } from '../../../common/format-cell.ts';
import { periodAt, type ReportPeriod } from '../../../common/report-period.ts';
import { nextReportDue, type ReportSchedule, reportSchedule } from '../../../common/report-schedule.ts';
import { useText } from '../../texts.ts';
import classes from './Tabs.module.css';

const shownDates = 5;

/** The next instants at which a schedule is due. */
function nextDates(schedule: ReportSchedule, now: Date): Date[] {
  const dates: Date[] = [];
  for (let due = nextReportDue(schedule, now); due && dates.length < shownDates; due = nextReportDue(schedule, due))
    dates.push(due);
  return dates;
}

/** The next five times at which the report runs, each with the period that it is then of. */
export function NextDates({ schedule, period }: { schedule: ReportSchedule; period: ReportPeriod }) {
  const t = useText();
  const { language } = useFormats();
  if (!reportSchedule.safeParse(schedule).success) return null;
  const zone = schedule.timeZone;
  const dates = nextDates(schedule, new Date());
  const format = new Intl.DateTimeFormat(numberLocale(language), {
    ...{ timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (
    <section className={classes.dates}>
      <Title order={3} size="h4">
        {t('builder.schedule.next')}
      </Title>
      {dates.length === 0 ? (
        <Text size="sm">{t('builder.schedule.never')}</Text>
      ) : (
        <ol>
          {dates.map((due) => (
            <li key={due.getTime()}>
              <bdi>{format.format(due)}</bdi>
              <small>
                {t('builder.schedule.covers')}{' '}
                <bdi dir="ltr">{formatPeriod({ ...periodAt(period, due, zone), zone })}</bdi>
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
