import { NumberInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../texts.ts';

type Props = Pick<ComponentProps<typeof NumberInput>, 'label' | 'description' | 'aria-label' | 'error' | 'w'> & {
  /** In seconds. */
  value: number | null;
  onChange(seconds: number | null): void;
};

/** A duration in minutes; null when it is empty. */
export function MinutesInput({ value, onChange, ...props }: Props) {
  const t = useText();
  return (
    <NumberInput
      {...props}
      value={value === null || Number.isNaN(value) ? '' : value / 60}
      min={0}
      decimalScale={2}
      hideControls
      suffix={` ${t('rules.minutes')}`}
      onChange={(next) => onChange(typeof next === 'number' ? Math.round(next * 60) : null)}
    />
  );
}
