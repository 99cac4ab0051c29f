import type { ReactNode } from 'react';
import { dayIn } from '#platform/common/time/date-range.ts';
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
  /** Also allows past days. */
  past?: boolean;
  onChange?: (day: string) => void;
};

/** A day, usually from today on; may be left empty. */
export function DayField({ value, onChange, past = false, ...field }: Props) {
  return (
    <DayInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => onChange?.(day)}
      {...(past ? {} : { excludeDate: (day: string) => day < dayIn(companyZone()) })}
      clearable
    />
  );
}
