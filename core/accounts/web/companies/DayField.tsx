import type { ReactNode } from 'react';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';

type Props = {
  label: string;
  name?: string;
  description?: string;
  /** `YYYY-MM-DD`, empty for none. */
  value?: unknown;
  error?: ReactNode;
  disabled?: boolean;
  withAsterisk?: boolean;
  onChange?: (day: string) => void;
};

/** A day from today on; may be left empty. */
export function DayField({ value, onChange, ...field }: Props) {
  return (
    <DayInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => onChange?.(day)}
      minDate={new Date().toISOString().slice(0, 10)}
      clearable
    />
  );
}
