import { TextInput, type TextInputProps } from '@mantine/core';
import { maskTime } from '#platform/common/time/time-fields.ts';
import classes from './Input.module.css';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange(value: string): void };

/** A time with the mask ##:##, 24 hours. The parent validates it. */
export function TimeField({ value, onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(maskTime(event.currentTarget.value))}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
      classNames={{ input: classes.digits }}
    />
  );
}
