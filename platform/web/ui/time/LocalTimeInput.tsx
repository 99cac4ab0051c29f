import { Flex, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { required as requiredProps } from '../form/required.ts';

type TimeProps = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  /** As `localTime` writes it; empty without a time. */
  value: string;
  onChange(value: string): void;
};

/** A date with a time in the zone of the company. `localInstant` reads its value. */
export const LocalTimeInput = ({ onChange, ...props }: TimeProps) => (
  <TextInput {...props} type="datetime-local" onChange={(event) => onChange(event.currentTarget.value)} />
);

type LocalPeriod = { from: string; to: string };
type Side = keyof LocalPeriod;
type PeriodProps = {
  value: LocalPeriod;
  onChange(changes: Partial<LocalPeriod>): void;
  labels: Readonly<Record<Side, string>>;
  errors?: Readonly<Partial<Record<Side, ReactNode>>>;
  /** The ends that must not be empty. */
  required?: readonly Side[];
  disabled?: readonly Side[];
};

/** A beginning and an end in the zone of the company, side by side where there is room. */
export function LocalPeriodInput({ value, onChange, labels, errors = {}, required = [], disabled = [] }: PeriodProps) {
  return (
    <Flex wrap="wrap" gap="sm" align="start">
      {(['from', 'to'] as const).map((side) => (
        <LocalTimeInput
          key={side}
          flex="1 1 190px"
          label={labels[side]}
          value={value[side]}
          error={errors[side]}
          disabled={disabled.includes(side)}
          {...(required.includes(side) ? requiredProps : {})}
          onChange={(time) => onChange({ [side]: time })}
        />
      ))}
    </Flex>
  );
}
