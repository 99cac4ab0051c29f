import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useDayNames } from '#platform/web/ui/time/WeekDays.tsx';
import { formatPeriod } from '../../common/format-cell.ts';
import type { ReportPeriod } from '../../common/report-period.ts';
import type { ReportSchedule } from '../../common/report-schedule.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import type { Draft } from './draft.ts';
import { useSectionNames } from './texts.ts';

/** A schedule in words, such as "Every Sunday at 07:00 (Asia/Dubai)". */
export function useScheduleText(): (schedule: ReportSchedule | null) => string {
  const t = useText();
  const dayName = useDayNames();
  const monthName = useMonthNames();
  return (schedule) => {
    if (!schedule) return t('builder.schedule.none');
    const { frequency, times, weekDays, dayOfMonth, monthOfPeriod, timeZone } = schedule;
    const values = {
      time: formatList(times),
      days: formatList(weekDays.map(dayName)),
      day: dayOfMonth,
      month: frequency === 'yearly' ? monthName(monthOfPeriod) : monthOfPeriod,
      zone: timeZone,
    };
    return t(`builder.schedule.text.${frequency}`, values);
  };
}

/** Names of the months, from 1. */
export function useMonthNames(): (month: number) => string {
  const { language } = useFormats();
  const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return (month) => names.format(new Date(Date.UTC(2026, month - 1, 1)));
}

export function usePeriodText(): (period: ReportPeriod) => string {
  const kit = useKitText();
  const { zone } = useFormats();
  return (period) => ('preset' in period ? kit(`period.${period.preset}`) : formatPeriod({ ...period, zone }));
}

/** What a report is in a few lines, to compare two versions of it. */
export function useSummary(catalogue: readonly OfferedSection[]) {
  const t = useText();
  const nameOf = useSectionNames(catalogue);
  const scheduleText = useScheduleText();
  const periodText = usePeriodText();
  return ({ name, sections, period, structureIds, schedule, formats, language, layout }: Draft) => {
    const sites =
      structureIds.length === 0
        ? t('builder.period.allSites')
        : t('builder.period.sites', { count: structureIds.length, shown: structureIds.length });
    const paper = `${layout.paper}, ${t(`builder.files.${layout.landscape ? 'landscape' : 'portrait'}`)}`;
    return [
      { label: t('builder.fields.name'), text: name },
      {
        label: t('builder.sections.title'),
        text: sections.map((section) => `${nameOf(section)} (${section.width}/12)`).join('\n') || '–',
      },
      { label: t('builder.tabs.period'), text: `${periodText(period)}\n${sites}` },
      { label: t('builder.tabs.schedule'), text: scheduleText(schedule) },
      {
        label: t('builder.tabs.files'),
        text: `${formatList(formats.map((format) => format.toUpperCase()))}\n${t(`builder.languages.${language}`)}\n${paper}`,
      },
    ];
  };
}
