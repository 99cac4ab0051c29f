import { DatePickerInput, MonthPickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { dayIn } from '#platform/common/time/date-range.ts';
import { dateFormats, periodOf } from '#platform/common/time/time.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useKitText } from '../../../i18n/texts.ts';
import { useInputText } from '../../input/texts.ts';
import { CalendarProvider } from '../../time/CalendarProvider.tsx';
import { type FieldProps, selectedValues, useInvalidReport } from './filter-field.ts';

const useShared = ({ name, filter }: Pick<FieldProps, 'name' | 'filter'>) => {
  const t = useInputText();
  const { zone } = useFormats();
  return {
    label: name,
    ...(filter.enableFutureDate ? {} : { maxDate: dayIn(zone) }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('clear', { name }) },
  } as const;
};

/** A date. */
export function DayFilter({ name, filter, value, onChange }: FieldProps) {
  const shared = useShared({ name, filter });
  return (
    <CalendarProvider>
      <DatePickerInput
        {...shared}
        valueFormat={dateFormats.date}
        placeholder={dateFormats.date}
        value={selectedValues(value)[0] ?? null}
        onChange={(day) => onChange(day ? [day] : undefined)}
      />
    </CalendarProvider>
  );
}

const presetNames = ['today', 'last-7-days', 'this-week', 'last-week', 'this-month', 'last-month'] as const;

/** The days of common periods in the company's zone, both inclusive. */
function useDayPresets() {
  const t = useKitText();
  const { zone } = useFormats();
  const now = new Date();
  return presetNames.map((name) => {
    const { from, to } = periodOf(name, now, zone);
    const day = (instant: number) => dayIn(zone, new Date(instant));
    return {
      label: t(`period.${name}`),
      value: [day(Date.parse(from)), day(Math.min(Date.parse(to) - 1, now.getTime()))] as [string, string],
    };
  });
}

/** A range of dates, both required and inclusive. */
export function DaysFilter({ name, filter, value, onChange, onInvalid }: FieldProps) {
  const t = useInputText();
  const shared = useShared({ name, filter });
  const { from, to } = (value ?? {}) as { from?: string; to?: string };
  const presets = useDayPresets();
  const half = Boolean(from) !== Boolean(to);
  useInvalidReport(half, onInvalid);
  return (
    <CalendarProvider>
      <DatePickerInput
        {...shared}
        error={half ? t('required') : undefined}
        type="range"
        valueFormat={dateFormats.date}
        placeholder={`${dateFormats.date} – ${dateFormats.date}`}
        value={[from ?? null, to ?? null]}
        onChange={([start, end]) =>
          onChange(start || end ? { ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) } : undefined)
        }
        allowSingleDateInRange
        presets={presets}
      />
    </CalendarProvider>
  );
}

const monthFormat = 'MM/YYYY';

/** A month, from its start to the start of the next one. */
export function MonthFilter({ name, filter, value, onChange }: FieldProps) {
  const shared = useShared({ name, filter });
  const [month] = selectedValues(value);
  return (
    <CalendarProvider>
      <MonthPickerInput
        {...shared}
        valueFormat={monthFormat}
        placeholder={monthFormat}
        value={month ? `${month}-01` : null}
        onChange={(day) => onChange(day ? [day.slice(0, 7)] : undefined)}
      />
    </CalendarProvider>
  );
}
