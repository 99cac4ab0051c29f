import { Progress, Stack, Text } from '@mantine/core';
import type { SlotCounts } from '../common/counts.ts';
import { wholePercent } from '../common/shares.ts';
import { useText } from './api.ts';

type Counted = Pick<SlotCounts, 'free' | 'occupied' | 'unknown' | 'total' | 'fill' | 'coverage'>;

type Props = {
  of: Counted;
  /** For the row of a table, which has no space for how many bays are known. */
  compact?: boolean;
};

/** How full a car park or a group is: a bar, the numbers in words, and how many of its bays are known. */
export function FillBar({ of: { free, unknown, total, fill, coverage }, compact = false }: Props) {
  const t = useText();
  if (total === 0) return <Text c="dimmed">{t('noBays')}</Text>;
  const words = fill === null ? t('nothingKnown') : t('freeOf', { count: free, total });
  return (
    <Stack gap={4}>
      <Progress value={(fill ?? 0) * 100} aria-label={words} />
      <Text size="sm">{words}</Text>
      {!compact && unknown > 0 && fill !== null && (
        <Text size="xs" c="dimmed">
          {t('known', { percent: wholePercent(coverage ?? 0) })}
        </Text>
      )}
    </Stack>
  );
}
