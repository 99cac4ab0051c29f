import { ActionIcon, Button, Group, Input, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { Settings } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';

type Bands = Settings['feeBands'];
type Props = { bands: Bands; onChange(bands: Bands): void; errorAt(path: string): ReactNode };
const mostBands = 6;

/** What false alarms would cost, by how many there were in twelve months. */
export function FeeBands({ bands, onChange, errorAt }: Props) {
  const t = useText();
  const set = (at: number, part: Partial<Bands[number]>) =>
    onChange(bands.map((band, n) => (n === at ? { ...band, ...part } : band)));
  return (
    <Input.Wrapper labelElement="div" label={t('fields.feeBands')} description={t('rules.feeHint')} error={errorAt('')}>
      <Stack gap="xs" mt="xs">
        {bands.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('rules.noFees')}
          </Text>
        )}
        {bands.map((band, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a band is known by its position alone
          <Group key={at} gap="xs" align="start" wrap="nowrap">
            <NumberInput
              aria-label={t('rules.fromNumber', { number: at + 1 })}
              prefix={t('rules.fromPrefix')}
              min={1}
              max={999}
              allowDecimal={false}
              value={band.from}
              error={errorAt(`${at}.from`)}
              onChange={(value) => set(at, { from: Number(value) })}
            />
            <NumberInput
              aria-label={t('rules.feeNumber', { number: at + 1 })}
              suffix={t('rules.aed')}
              min={0}
              max={100_000}
              allowDecimal={false}
              thousandSeparator
              value={band.feeAed}
              error={errorAt(`${at}.feeAed`)}
              onChange={(value) => set(at, { feeAed: Number(value) })}
            />
            <ActionIcon
              variant="subtle"
              size="input-sm"
              aria-label={t('rules.removeBand', { number: at + 1 })}
              onClick={() => onChange(bands.filter((_, n) => n !== at))}
            >
              <IconTrash size={iconSizes.sm} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {bands.length < mostBands && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => onChange([...bands, { from: (bands.at(-1)?.from ?? 0) + 1, feeAed: 0 }])}
            >
              {t('rules.addBand')}
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
