import { Group, Input, NumberInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { Settings } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';

type Bands = Settings['feeBands'];
type Props = { bands: Bands; onChange(bands: Bands): void; errorAt(path: string): ReactNode };

/** What false alarms would cost, by how many there were in twelve months. */
export function FeeBands({ bands, onChange, errorAt }: Props) {
  const t = useText();
  return (
    <Input.Wrapper labelElement="div" label={t('fields.feeBands')} description={t('rules.feeHint')} error={errorAt('')}>
      {bands.length === 0 && (
        <Text size="sm" c="dimmed" my="xs">
          {t('rules.noFees')}
        </Text>
      )}
      <RowsInput
        name="feeBands"
        value={bands}
        onChange={onChange}
        newRow={() => ({ from: (bands.at(-1)?.from ?? 0) + 1, feeAed: 0 })}
        addLabel={t('rules.addBand')}
        removeLabel={(_, at) => t('rules.removeBand', { number: at + 1 })}
        most={6}
        gap="xs"
      >
        {({ row, index, change, remove }) => (
          <Group gap="xs" align="start" wrap="nowrap">
            <NumberInput
              aria-label={t('rules.fromNumber', { number: index + 1 })}
              prefix={t('rules.fromPrefix')}
              min={1}
              max={999}
              allowDecimal={false}
              value={row.from}
              error={errorAt(`${index}.from`)}
              onChange={(value) => change({ from: Number(value) })}
            />
            <NumberInput
              aria-label={t('rules.feeNumber', { number: index + 1 })}
              suffix={t('rules.aed')}
              min={0}
              max={100_000}
              allowDecimal={false}
              thousandSeparator
              value={row.feeAed}
              error={errorAt(`${index}.feeAed`)}
              onChange={(value) => change({ feeAed: Number(value) })}
            />
            {remove}
          </Group>
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}
