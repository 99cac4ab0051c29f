import { Chip, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { firstDayOfWeek } from '#platform/common/time/time.ts';
import { numberLocale, useFormats } from '../../i18n/formats.ts';

type Props = {
  label: string;
  value: readonly number[];
  error?: ReactNode;
  onChange(days: number[]): void;
};

/** A date with this day of the week; 4 January 1970 was a Sunday, day 0. */
const dateOfWeekDay = (day: number) => new Date(Date.UTC(1970, 0, 4 + day));

/** Names of the days of the week, by number. */
export function useDayNames(): (day: number) => string {
  const { language } = useFormats();
  const names = new Intl.DateTimeFormat(numberLocale(language), { weekday: 'long', timeZone: 'UTC' });
  return (day) => names.format(dateOfWeekDay(day));
}

export const orderedWeekDays = Array.from({ length: 7 }, (_, at) => (firstDayOfWeek + at) % 7);

/** Selects days of the week. */
export function WeekDays({ label, value, error, onChange }: Props) {
  const name = useDayNames();
  return (
    <Input.Wrapper label={label} error={error} withAsterisk>
      <Chip.Group multiple value={value.map(String)} onChange={(days) => onChange(days.map(Number).sort())}>
        <Group gap="xs" role="group" aria-label={label}>
          {orderedWeekDays.map((day) => (
            <Chip key={day} value={String(day)} size="sm">
              {name(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
