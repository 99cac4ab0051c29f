import { Text } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { KnownDays, RankedUsage } from '../../common/consumption.ts';
import { useText } from '../texts.ts';

/** The share from which a budget counts as nearly used; from 1 it is used up. */
const nearlyUsed = 0.8;

/** The budget of a site, and the part of it that its meters have used. */
export function BudgetUse({ budget, unit }: Pick<RankedUsage, 'budget' | 'unit'>) {
  const { number } = useFormats();
  if (!budget) return '–';
  const share = budget.used / budget.amount;
  const tone = share >= 1 ? 'var(--severity-poor-text)' : share >= nearlyUsed ? 'var(--severity-ok-text)' : 'dimmed';
  return (
    <>
      <Bdi>{`${number(budget.amount, 1)} ${unit}`}</Bdi>
      <Text component="span" size="sm" c={tone} display="block">
        <Bdi>{`${number(share * 100, 0)}%`}</Bdi>
      </Text>
    </>
  );
}

/** On how many days of the period there were readings; a period with gaps is highlighted. */
export function DaysKnown({ known, of }: KnownDays) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Text component="span" size="sm" c={known < of ? 'var(--severity-poor-text)' : 'dimmed'}>
      {t('daysKnown', { known: number(known), count: of })}
    </Text>
  );
}
