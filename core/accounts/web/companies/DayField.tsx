import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import type { ReactNode } from 'react';
import { dateFormats, readDay } from '#platform/common/time.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { DatesProvided } from '#platform/web/ui/DatesProvided.tsx';

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

/** A day from today on, written as everywhere in the product; may be left empty. */
export function DayField({ value, onChange, ...field }: Props) {
  const kit = useKitText();
  return (
    <DatesProvided>
      <DateInput
        {...field}
        value={typeof value === 'string' && value ? value : null}
        onChange={(day) => onChange?.(day ?? '')}
        valueFormat={dateFormats.date}
        dateParser={readDay}
        minDate={new Date().toISOString().slice(0, 10)}
        placeholder={dateFormats.date}
        clearable
        clearButtonProps={{ 'aria-label': kit('actions.clear') }}
        styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      />
    </DatesProvided>
  );
}
