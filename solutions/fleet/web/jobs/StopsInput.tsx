import { Group, Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { maxStops, type NewStop } from '../../common/jobs/stop.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

type Props = {
  label: string;
  value: readonly NewStop[];
  onChange(stops: NewStop[]): void;
  errorAt(path: string): ReactNode;
};

/** The stops of a job in their order: a point of interest each, or a place that is only named. */
export function StopsInput({ label, value, onChange, errorAt }: Props) {
  const t = useText();
  return (
    <Input.Wrapper labelElement="div" label={label}>
      <RowsInput
        name="stops"
        value={[...value]}
        onChange={onChange}
        newRow={(): NewStop => ({ name: '', pointId: null })}
        addLabel={t('addStop')}
        removeLabel={({ name }, at) => t('removeStop', { name: name || String(at + 1) })}
        most={maxStops}
      >
        {({ row, index, change, remove }) => (
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              label={t('stopName')}
              value={row.name}
              maxLength={120}
              error={errorAt(`stops.${index}.name`)}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <SearchSelect
              label={t('columns.pointId')}
              value={row.pointId ?? null}
              of={api.point.list}
              onChange={(pointId) => change({ pointId })}
            />
            {remove}
          </Group>
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}
