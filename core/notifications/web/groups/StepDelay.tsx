import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { leastStepSeconds, mostStepSeconds } from '../../common/notification-settings.ts';
import { useText } from '../texts.ts';

const units = { seconds: 1, minutes: 60 } as const;
type Unit = keyof typeof units;

type Props = { seconds: number; disabled: boolean; onChange(seconds: number): void };

/** The time from an alarm to a step of its escalation, in seconds or in minutes. */
export function StepDelay({ seconds, disabled, onChange }: Props) {
  const t = useText();
  const [unit, setUnit] = useState<Unit>(seconds % units.minutes === 0 ? 'minutes' : 'seconds');
  const size = units[unit];
  const choose = (next: Unit) => {
    setUnit(next);
    onChange(Math.ceil(seconds / units[next]) * units[next]);
  };
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <NumberInput
        flex={1}
        label={t('settings.after')}
        value={seconds / size}
        min={Math.ceil(leastStepSeconds / size)}
        max={mostStepSeconds / size}
        allowDecimal={false}
        disabled={disabled}
        onChange={(next) => onChange(Number(next) * size)}
      />
      <Select
        w="8rem"
        aria-label={t('settings.unit')}
        data={(['seconds', 'minutes'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))}
        value={unit}
        allowDeselect={false}
        disabled={disabled}
        onChange={(next) => next && choose(next)}
      />
    </Group>
  );
}
