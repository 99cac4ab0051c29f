import { Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DaySchedule, type Season, season } from '#platform/common/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { useText } from './api.ts';
import { EditedRows } from './EditedRows.tsx';
import { showDay } from './show-day.ts';

type Props = {
  name: string;
  label: string;
  error: ReactNode;
  value: readonly Season[];
  /** What the week of a new one begins with. */
  usual: readonly DaySchedule[];
  onChange(value: Season[]): void;
};

/** Other weeks for parts of the year. */
export function SeasonsInput({ name, label, error, value, usual, onChange }: Props) {
  const t = useText();
  useFormats();
  return (
    <EditedRows
      name={name}
      label={label}
      error={error}
      rows={value}
      empty={t('seasons.empty')}
      addLabel={t('seasons.add')}
      faulty={(row) => !season.safeParse(row).success}
      onAdd={() => onChange([...value, { name: '', from: '', to: '', week: [...usual] }])}
      onRemove={(at) => onChange(value.filter((_, other) => other !== at))}
      title={(one) => one.name || t('seasons.unnamed')}
      summary={({ from, to }) => t('seasons.dates', { from: showDay(from), to: showDay(to) })}
    >
      {(one, at) => {
        const change = (part: Partial<Season>) =>
          onChange(value.map((before, other) => (other === at ? { ...before, ...part } : before)));
        return (
          <Stack gap="sm">
            <TextInput
              label={t('fields.name')}
              value={one.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Group grow align="start" gap="xs">
              <DayInput label={t('seasons.from')} value={one.from} onChange={(from) => change({ from })} />
              <DayInput label={t('seasons.to')} value={one.to} onChange={(to) => change({ to })} />
            </Group>
            <DayScheduleInput label={t('fields.periods')} value={one.week} onChange={(week) => change({ week })} />
          </Stack>
        );
      }}
    </EditedRows>
  );
}
