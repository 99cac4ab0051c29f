import type { ReactNode } from 'react';
import { closedWeek, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { useText } from '../texts.ts';

/** Hours without an open time, in the time zone of the company. */
export const noHours = (): WeekSchedule => ({ timeZone: companyZone(), week: closedWeek(), seasons: [], holidays: [] });

type Props = { name: string; error?: ReactNode; value: WeekSchedule; onChange(value: WeekSchedule): void };

/** The hours of a rule by weekday. */
export function OwnHours({ name, error, value, onChange }: Props) {
  const t = useText();
  return (
    <DayScheduleInput
      name={name}
      label={t('fields.schedule')}
      error={error}
      value={value.week}
      onChange={(week) => onChange({ ...value, week })}
    />
  );
}
