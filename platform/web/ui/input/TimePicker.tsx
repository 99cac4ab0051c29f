import { Group, Input, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { plainDigits } from '#platform/common/search/search.ts';
import {
  clockHour,
  clockMinute,
  fromClock,
  type Meridiem,
  padTwo,
  stepHour,
  stepMinute,
  stepTyped,
  type TimeValue,
  toClock,
} from '#platform/common/time/time-fields.ts';
import classes from './Input.module.css';
import { useInputText } from './texts.ts';

type Props = {
  label: string;
  value: TimeValue | null;
  onChange(value: TimeValue): void;
  error?: ReactNode;
  disabled?: boolean;
};

/** Hour, minute and am/pm. Arrow keys step; values out of range become the bound. */
export function TimePicker({ label, value, onChange, error, disabled = false }: Props) {
  const t = useInputText();
  const clock = toClock(value ?? { hour: 0, minute: 0 });
  const set = (next: Partial<typeof clock>) => {
    const { hour, minute, meridiem } = { ...clock, ...next };
    onChange(fromClock(hour, minute, meridiem));
  };
  const shared = { disabled, error: Boolean(error), empty: value === null };
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap="xs" dir="ltr" wrap="nowrap" w="fit-content">
        <Part
          {...shared}
          label={t('time.hour', { name: label })}
          value={clock.hour}
          bounds={[1, 12]}
          read={clockHour}
          step={stepHour}
          onChange={(hour) => set({ hour })}
        />
        <span aria-hidden>{':'}</span>
        <Part
          {...shared}
          label={t('time.minute', { name: label })}
          value={clock.minute}
          bounds={[0, 59]}
          read={clockMinute}
          step={stepMinute}
          onChange={(minute) => set({ minute })}
        />
        <NativeSelect
          aria-label={t('time.meridiem', { name: label })}
          value={clock.meridiem}
          disabled={disabled}
          data={(['am', 'pm'] as const).map((half) => ({ value: half, label: t(`time.${half}`) }))}
          onChange={(event) => set({ meridiem: event.currentTarget.value as Meridiem })}
        />
      </Group>
    </Input.Wrapper>
  );
}

type PartProps = {
  label: string;
  value: number;
  bounds: [number, number];
  empty: boolean;
  disabled: boolean;
  error: boolean;
  read(typed: string): number;
  step(value: number, by: 1 | -1): number;
  onChange(value: number): void;
};

function Part({ label, value, bounds: [min, max], empty, disabled, error, read, step, onChange }: PartProps) {
  const shown = empty ? '' : padTwo(value);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const type = (text: string) => {
    const digits = plainDigits(text).replace(/\D/g, '').slice(0, 2);
    // A single digit may be the first of two, so the value is read on blur.
    setTyped(digits.length === 2 ? padTwo(read(digits)) : digits);
    if (digits.length === 2) onChange(read(digits));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const next = stepTyped(typed, empty ? min : value, { read, step }, event.key === 'ArrowUp' ? 1 : -1);
    setTyped(padTwo(next));
    onChange(next);
  };
  return (
    <Input
      className={classes.timePart}
      role="spinbutton"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={empty ? undefined : value}
      value={typed}
      disabled={disabled}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--"
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (typed === '') return setTyped(shown);
        const next = read(typed);
        setTyped(padTwo(next));
        if (empty || next !== value) onChange(next);
      }}
    />
  );
}
