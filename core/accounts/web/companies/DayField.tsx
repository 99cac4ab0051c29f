import type { ReactNode } from 'react';
import { dayIn } from '#platform/common/date-range.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
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

/** A day from today on, as the company's zone has it; may be left empty. One that is typed is judged by the form. */
export function DayField({ value, onChange, ...field }: Props) {
  return (
    <DayInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => onChange?.(day)}
      excludeDate={(day) => day < dayIn(companyZone())}
      clearable
    />
  );
}
