import { Button, Menu } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { RangeRules } from '#platform/common/time/date-range.ts';
import { customPeriod, periodPresets } from '#platform/common/time/time.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../theme.ts';
import { presetsWithin, type SelectedPeriod } from './period.ts';

const CustomPeriodDialog = lazyPart(() =>
  import('./CustomPeriodDialog.tsx').then((module) => module.CustomPeriodDialog),
);

type Props = {
  value: SelectedPeriod;
  onChange(value: SelectedPeriod): void;
  maxDays?: number;
  /** The rules of the custom period. */
  rules?: Omit<RangeRules, 'maxDays' | 'required'>;
};

/** A menu of presets with a dialog for a custom period. Presets beyond `maxDays` are hidden. */
export function PeriodSelector({ value, onChange, maxDays, rules }: Props) {
  const t = useKitText();
  const { zone, date } = useFormats();
  const [dialog, setDialog] = useState(false);
  const presets = presetsWithin(maxDays, new Date(), zone);
  const current = periodPresets.find((preset) => preset.value === value.value);
  const isCustom = value.value === customPeriod && value.from && value.to;
  const label = isCustom
    ? t('period.between', { from: date(value.from, 'picker'), to: date(value.to, 'picker') })
    : t(`period.${current?.name ?? 'last-24-hours'}`);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={iconSizes.sm} aria-hidden />}
            rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
            aria-label={t('period.label', { period: label })}
          >
            <bdi>{label}</bdi>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {presets.map((preset) => (
            <Menu.Item
              key={preset.value}
              onClick={() => onChange({ value: preset.value })}
              {...(preset.value === value.value ? { 'aria-current': true, fw: 600 } : {})}
            >
              {t(`period.${preset.name}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog(true)}>{t('period.custom')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <Suspense>
          <CustomPeriodDialog
            initial={value}
            rules={{ ...rules, ...(maxDays === undefined ? {} : { maxDays }) }}
            onClose={() => setDialog(false)}
            onChoose={(period) => {
              setDialog(false);
              onChange({ value: customPeriod, ...period });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
