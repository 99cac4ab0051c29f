import { Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { isTime, timesFault } from '#platform/common/time-fields.ts';
import { isOvernight } from '#platform/common/week-shifts.ts';
import { TimeField } from './TimeField.tsx';
import { useInputText } from './texts.ts';

type Times = { from: string; to: string };
type Props = Times & {
  /** Names both fields for who does not see them; shown unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  /** An end that is not later is on the next day. */
  overnight?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  onChange(times: Times): void;
};

/** From and to. The end waits for a valid start and must be strictly later, unless it may be on the next day. */
export function TimeRange({
  label,
  hideLabel = false,
  overnight = false,
  disabled = false,
  error,
  from,
  to,
  onChange,
}: Props) {
  const t = useInputText();
  const faults = timesFault(from, to);
  const fault = overnight && isOvernight({ start: from, end: to }) ? { ...faults, to: null } : faults;
  const told = (word: typeof fault.to) => word && t(`range.fault.${word}`);
  return (
    <Input.Wrapper {...(hideLabel ? {} : { label, labelElement: 'div' })} error={error}>
      <Group grow gap="xs" align="start">
        <TimeField
          aria-label={t('time.fromOf', { name: label })}
          value={from}
          disabled={disabled}
          error={told(fault.from)}
          onChange={(next) => onChange({ from: next, to })}
        />
        <TimeField
          aria-label={t('time.toOf', { name: label })}
          value={to}
          disabled={disabled || !isTime(from)}
          error={told(fault.to)}
          onChange={(next) => onChange({ from, to: next })}
        />
      </Group>
    </Input.Wrapper>
  );
}
