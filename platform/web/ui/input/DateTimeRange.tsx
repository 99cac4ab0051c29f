import { Group, Stack } from '@mantine/core';
import dayjs from 'dayjs';
import { type CustomRange, dayIn, type RangeFault, type RangeRules } from '#platform/common/time/date-range.ts';
import { dateFormats } from '#platform/common/time/time.ts';
import { useFormats } from '../../i18n/formats.ts';
import { DayInput } from './DayInput.tsx';
import { TimeField } from './TimeField.tsx';
import { useInputText } from './texts.ts';

type Props = {
  value: CustomRange;
  onChange(value: CustomRange): void;
  rules: RangeRules;
  /** The error of `readRange`. */
  fault: RangeFault | null;
  /** Whether a missing value is shown as an error. */
  showMissing?: boolean;
  disabled?: boolean;
};

const dayAfter = (day: string) => dayjs.utc(day).add(1, 'day').format(dateFormats.filter);

/** Start and end date with their times and errors. Dates that the rules exclude cannot be picked. */
export function DateTimeRange({ value, onChange, rules, fault, showMissing = false, disabled = false }: Props) {
  const t = useInputText();
  const { zone } = useFormats();
  const today = dayIn(zone);
  const latest = rules.enableFutureDate ? {} : { maxDate: today };
  const errorOf = (field: RangeFault['field']) =>
    fault?.field === field && (fault.fault !== 'Required' || showMissing) ? t(`range.fault.${fault.fault}`) : undefined;
  const set = (part: Partial<CustomRange>) => onChange({ ...value, ...part });
  const required = rules.required !== false;
  return (
    <Stack gap="sm">
      <Group gap="xs" align="start" wrap="nowrap" grow preventGrowOverflow={false}>
        <DayInput
          label={t('range.startDate')}
          withAsterisk={required}
          value={value.startDate}
          error={errorOf('startDate')}
          disabled={disabled}
          {...(rules.determineTheDateOfOld === false ? { minDate: today } : {})}
          {...latest}
          onChange={(startDate) => set({ startDate })}
        />
        <TimeField
          label={t('range.startTime')}
          value={value.startTime}
          error={errorOf('startTime')}
          disabled={disabled}
          onChange={(startTime) => set({ startTime })}
        />
      </Group>
      <Group gap="xs" align="start" wrap="nowrap" grow preventGrowOverflow={false}>
        <DayInput
          label={t('range.endDate')}
          withAsterisk={required}
          value={value.endDate}
          error={errorOf('endDate')}
          disabled={disabled || !value.startDate}
          {...(value.startDate ? { minDate: rules.hideSelectedDay ? dayAfter(value.startDate) : value.startDate } : {})}
          {...latest}
          onChange={(endDate) => set({ endDate })}
        />
        <TimeField
          label={t('range.endTime')}
          value={value.endTime}
          error={errorOf('endTime')}
          disabled={disabled || !value.startDate}
          onChange={(endTime) => set({ endTime })}
        />
      </Group>
    </Stack>
  );
}
