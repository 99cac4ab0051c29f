import { TextInput, type TextInputProps } from '@mantine/core';
import { maskTime } from '#platform/common/time-fields.ts';
import classes from './Input.module.css';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange(value: string): void };

/** A time by the mask ##:##, of a clock of 24 hours. Whether it is valid, the one who asks for it judges. */
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
