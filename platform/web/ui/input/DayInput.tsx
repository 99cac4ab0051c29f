import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type FocusEvent, useState } from 'react';
import { dateFormats, parseDay } from '#platform/common/time/time.ts';
import { useKitText } from '../../i18n/texts.ts';
import { CalendarProvider } from '../time/CalendarProvider.tsx';
import classes from './Input.module.css';
import { useInputText } from './texts.ts';

type Bounds = { minDate?: string; maxDate?: string; excludeDate?: (day: string) => boolean };
type Props = Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | keyof Bounds> &
  Bounds & {
    /** A date as `YYYY-MM-DD`, empty for none. */
    value: string;
    onChange(day: string): void;
  };

/** A date, typed or picked. An invalid date shows an error and is discarded. */
export function DayInput({ value, onChange, error, onBlur, ...props }: Props) {
  const t = useKitText();
  const fault = useTypedFault(props);
  return (
    <CalendarProvider>
      <DateInput
        placeholder={dateFormats.date}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        {...props}
        error={error || fault.text}
        value={value || null}
        onChange={(day) => {
          fault.clear();
          onChange(day ?? '');
        }}
        onBlur={(event) => {
          fault.check(event);
          onBlur?.(event);
        }}
        valueFormat={dateFormats.date}
        dateParser={parseDay}
        classNames={{ input: classes.digits }}
      />
    </CalendarProvider>
  );
}

/** Returns the error of a typed date on blur; the field then shows the previous date. */
function useTypedFault({ minDate, maxDate, excludeDate }: Bounds) {
  const t = useInputText();
  const [typed, setTyped] = useState<{ text: string; fault: 'unreadable' | 'excluded' } | null>(null);
  return {
    text: typed ? t(`day.${typed.fault}`, { typed: `\u2066${typed.text}\u2069` }) : undefined,
    clear: () => setTyped(null),
    check({ currentTarget }: FocusEvent<HTMLInputElement>) {
      const text = currentTarget.value.trim();
      const day = parseDay(text);
      if (text === '') return;
      if (day === null) setTyped({ text, fault: 'unreadable' });
      else if ((minDate && day < minDate) || (maxDate && day > maxDate) || excludeDate?.(day))
        setTyped({ text, fault: 'excluded' });
    },
  };
}
