import { Group } from '@mantine/core';
import { isTime } from '#platform/common/time/time-fields.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { useText } from './texts.ts';

/** A day (YYYY-MM-DD) and a time (HH:mm) in the company's time zone. */
export type LocalTime = { day: string; time: string };

export function localNow(): LocalTime {
  const [day = '', time = ''] = localTime(Date.now()).split('T');
  return { day, time };
}

/** The instant of a local time; empty if it is not a time, which the server refuses. */
export const instantOfLocal = ({ day, time }: LocalTime): string =>
  (day && isTime(time) && localInstant(`${day}T${time}`)) || '';

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
