import { Group } from '@mantine/core';
import dayjs from 'dayjs';
import { dateFormats } from '#platform/common/time/time.ts';
import { isTime } from '#platform/common/time/time-fields.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { useText } from './texts.ts';

/** A day (YYYY-MM-DD) and a time (HH:mm) in the company's time zone. */
export type LocalTime = { day: string; time: string };

export function localNow(): LocalTime {
  const now = dayjs().tz(companyZone());
  return { day: now.format(dateFormats.filter), time: now.format(dateFormats.time) };
}

/** The instant of a local time; empty if it is not a time, which the server refuses. */
export const instantOfLocal = ({ day, time }: LocalTime): string =>
  day && isTime(time) ? dayjs.tz(`${day} ${time}`, companyZone()).toISOString() : '';

type Props = { value: LocalTime; onChange(value: LocalTime): void };

/** Enters when a meter was read. */
export function ReadingTime({ value, onChange }: Props) {
  const t = useText();
  return (
    <Group grow align="start">
      <DayInput
        name="day"
        label={t('fields.day')}
        value={value.day}
        maxDate={localNow().day}
        {...required}
        onChange={(day) => onChange({ ...value, day })}
      />
      <TimeField label={t('fields.time')} value={value.time} onChange={(time) => onChange({ ...value, time })} />
    </Group>
  );
}
