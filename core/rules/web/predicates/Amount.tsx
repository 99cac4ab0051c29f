import { NumberInput } from '@mantine/core';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import classes from '../Rules.module.css';

type AmountProps = {
  label: string;
  unit: string;
  invalid: boolean;
  value: number;
  onChange(next: number): void;
};

/** A number with the unit of the sensor. */
export function Amount({ label, unit, invalid, value, onChange }: AmountProps) {
  return (
    <NumberInput
      className={classes.number}
      label={label}
      suffix={unitSuffix(unit)}
      hideControls
      value={Number.isNaN(value) ? '' : value}
      error={invalid && Number.isNaN(value)}
      onChange={(next) => onChange(typeof next === 'number' ? next : Number.NaN)}
    />
  );
}
