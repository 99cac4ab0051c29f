import { Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { isTime, timesFault } from '#platform/common/time/time-fields.ts';
import { isOvernight } from '#platform/common/time/week-shifts.ts';
import { TimeField } from './TimeField.tsx';
import { useInputText } from './texts.ts';

type Times = { from: string; to: string };
type Props = Times & {
  /** The accessible name of both fields, visible unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  /** An end that is not later is on the next day. */
  overnight?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  onChange(times: Times): void;
};

/**
 * Start and end time. The end is disabled without a valid start and must be later, unless it may be on the next day.
 */
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
  const errorText = (code: typeof fault.to) => code && t(`range.fault.${code}`);
  return (
    <Input.Wrapper {...(hideLabel ? {} : { label, labelElement: 'div' })} error={error}>
      <Group grow gap="xs" align="start">
        <TimeField
          aria-label={t('time.fromOf', { name: label })}
          value={from}
          disabled={disabled}
          error={errorText(fault.from)}
          onChange={(next) => onChange({ from: next, to })}
        />
        <TimeField
          aria-label={t('time.toOf', { name: label })}
          value={to}
          disabled={disabled || !isTime(from)}
          error={errorText(fault.to)}
          onChange={(next) => onChange({ from, to: next })}
        />
      </Group>
    </Input.Wrapper>
  );
}
