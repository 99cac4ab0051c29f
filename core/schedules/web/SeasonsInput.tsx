import { Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DaySchedule, type Season, season } from '#platform/common/time/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { useText } from './api.ts';
import { EditableRows } from './EditableRows.tsx';
import { formatDay } from './format-day.ts';

type Props = {
  name: string;
  label: string;
  error: ReactNode;
  value: readonly Season[];
  /** The week of a new season. */
  defaultWeek: readonly DaySchedule[];
  onChange(value: Season[]): void;
};

/** Edits the seasons of a schedule: periods of the year with a different week. */
export function SeasonsInput({ name, label, error, value, defaultWeek, onChange }: Props) {
  const t = useText();
  useFormats();
  return (
    <EditableRows
      name={name}
      label={label}
      error={error}
      rows={value}
      empty={t('seasons.empty')}
      addLabel={t('seasons.add')}
      invalid={(row) => !season.safeParse(row).success}
      onAdd={() => onChange([...value, { name: '', from: '', to: '', week: [...defaultWeek] }])}
      onRemove={(index) => onChange(value.filter((_, otherIndex) => otherIndex !== index))}
      title={(season) => season.name || t('seasons.unnamed')}
      summary={({ from, to }) => t('seasons.dates', { from: formatDay(from), to: formatDay(to) })}
    >
      {(row, index) => {
        const change = (part: Partial<Season>) =>
          onChange(value.map((before, otherIndex) => (otherIndex === index ? { ...before, ...part } : before)));
        return (
          <Stack gap="sm">
            <TextInput
              label={t('fields.name')}
              value={row.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Group grow align="start" gap="xs">
              <DayInput label={t('seasons.from')} value={row.from} onChange={(from) => change({ from })} />
              <DayInput label={t('seasons.to')} value={row.to} onChange={(to) => change({ to })} />
            </Group>
            <DayScheduleInput label={t('fields.periods')} value={row.week} onChange={(week) => change({ week })} />
          </Stack>
        );
      }}
    </EditableRows>
  );
}
