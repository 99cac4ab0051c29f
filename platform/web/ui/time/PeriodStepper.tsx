import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { customPeriod, type Period } from '#platform/common/time/time.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { useNow } from './Ago.tsx';
import { PeriodSelector } from './PeriodSelector.tsx';
import { neighbourPeriod, type SelectedPeriod } from './period.ts';

type Props = {
  chosen: SelectedPeriod;
  period: Period;
  onChange(chosen: SelectedPeriod): void;
  maxDays?: number;
};

/** A period selector with buttons for the period before and after. Time runs from left to right in both languages. */
export function PeriodStepper({ chosen, period, onChange, maxDays }: Props) {
  const t = useKitText();
  const { zone } = useFormats();
  const now = useNow();
  const step = (direction: -1 | 1) =>
    onChange({ value: customPeriod, ...neighbourPeriod(chosen, period, direction, zone) });
  return (
    <Group gap={4} wrap="nowrap" dir="ltr">
      <Tooltip label={t('chart.earlier')}>
        <ActionIcon variant="default" size="lg" aria-label={t('chart.earlier')} onClick={() => step(-1)}>
          <IconChevronLeft size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <PeriodSelector value={chosen} onChange={onChange} {...(maxDays === undefined ? {} : { maxDays })} />
      <Tooltip label={t('chart.later')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('chart.later')}
          disabled={Date.parse(period.to) >= now - 60_000}
          onClick={() => step(1)}
        >
          <IconChevronRight size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
