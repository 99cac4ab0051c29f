import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { dateFormats, readDay } from '#platform/common/time.ts';
import { useKitText } from '../../i18n/texts.ts';
import { DatesProvided } from '../DatesProvided.tsx';
import classes from './Input.module.css';

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat'> & {
  /** `YYYY-MM-DD`, empty for none. */
  value: string;
  onChange(day: string): void;
};

/** One day, typed or picked, written as everywhere in the product. */
export function DayInput({ value, onChange, ...props }: Props) {
  const t = useKitText();
  return (
    <DatesProvided>
      <DateInput
        placeholder={dateFormats.date}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        {...props}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        valueFormat={dateFormats.date}
        dateParser={readDay}
        classNames={{ input: classes.digits }}
      />
    </DatesProvided>
  );
}
