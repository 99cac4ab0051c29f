import { Group, Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { maxPermits, type StoredVehicle } from '../../common/vehicle/vehicle.ts';
import { useText } from '../texts.ts';

type Permits = StoredVehicle['permits'];
type Props = { label: string; value: Permits; onChange(permits: Permits): void; errorAt(path: string): ReactNode };

/** Permits of a vehicle, such as one to carry dangerous goods. */
export function PermitsInput({ label, value, onChange, errorAt }: Props) {
  const t = useText();
  return (
    <Input.Wrapper labelElement="div" label={label}>
      <RowsInput
        name="permits"
        value={value}
        onChange={onChange}
        newRow={() => ({ kind: '', number: '', expires: null })}
        addLabel={t('addPermit')}
        removeLabel={({ kind }, at) => t('removePermit', { kind: kind || String(at + 1) })}
        most={maxPermits}
      >
        {({ row, index, change, remove }) => (
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              label={t('permitKind')}
              value={row.kind}
              maxLength={40}
              error={errorAt(`permits.${index}.kind`)}
              onChange={(event) => change({ kind: event.currentTarget.value })}
            />
            <TextInput
              label={t('permitNumber')}
              value={row.number}
              maxLength={30}
              onChange={(event) => change({ number: event.currentTarget.value })}
            />
            <DayInput
              label={t('permitExpires')}
              value={row.expires ?? ''}
              clearable
              onChange={(day) => change({ expires: day || null })}
            />
            {remove}
          </Group>
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}
