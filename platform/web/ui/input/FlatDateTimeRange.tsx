import { Chip, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type RangeRules, readRange, toCustomRange } from '#platform/common/time/date-range.ts';
import { type Period, periodOf } from '#platform/common/time/time.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { presetsWithin } from '../time/period.ts';
import { DateTimeRange } from './DateTimeRange.tsx';
import { useInputText } from './texts.ts';

type Props = {
  value: Period | null;
  /** Called for valid changes only. */
  onChange(period: Period | null): void;
  rules?: RangeRules;
  disabled?: boolean;
};

const noRules: RangeRules = {};

/** An inline date-time range: presets with the fields below. */
export function FlatDateTimeRange({ value, onChange, rules = noRules, disabled = false }: Props) {
  const t = useKitText();
  const input = useInputText();
  const { zone } = useFormats();
  const [range, setRange] = useState(() => toCustomRange(value ?? {}, zone));
  const [touched, setTouched] = useState(false);
  const [preset, setPreset] = useState('');
  const { fault } = readRange(range, rules, { zone });
  const presets = presetsWithin(rules.maxDays, new Date(), zone);
  const choose = (name: string) => {
    const chosen = presets.find((one) => one.name === name);
    if (!chosen) return;
    const period = periodOf(chosen.name, new Date(), zone);
    setPreset(name);
    setRange(toCustomRange(period, zone));
    onChange(period);
  };
  return (
    <Stack gap="sm">
      <Chip.Group value={preset} onChange={choose}>
        <Group gap="xs" role="radiogroup" aria-label={input('range.presets')}>
          {presets.map(({ name }) => (
            <Chip key={name} value={name} size="xs" disabled={disabled}>
              {t(`period.${name}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <DateTimeRange
        value={range}
        rules={rules}
        fault={fault}
        showMissing={touched}
        disabled={disabled}
        onChange={(next) => {
          setRange(next);
          setTouched(true);
          setPreset('');
          const read = readRange(next, rules, { zone });
          if (!read.fault) onChange(read.period);
        }}
      />
    </Stack>
  );
}
