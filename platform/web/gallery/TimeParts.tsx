import { type CustomRange, emptyRange, type RangeRules, readRange } from '#platform/common/date-range.ts';
import type { Period } from '#platform/common/time.ts';
import type { TimeValue } from '#platform/common/time-fields.ts';
import type { DaySchedule } from '#platform/common/week-schedule.ts';
import { useFormats } from '../i18n/formats.ts';
import { useKitText } from '../i18n/texts.ts';
import { ComparisonSelector } from '../ui/input/ComparisonSelector.tsx';
import { DateTimeRange } from '../ui/input/DateTimeRange.tsx';
import { DayScheduleInput } from '../ui/input/DayScheduleInput.tsx';
import { FlatDateTimeRange } from '../ui/input/FlatDateTimeRange.tsx';
import { TimePicker } from '../ui/input/TimePicker.tsx';
import { TimeRange } from '../ui/input/TimeRange.tsx';
import { PeriodSelector } from '../ui/time/PeriodSelector.tsx';
import type { SelectedPeriod } from '../ui/time/period.ts';
import { Held, Part } from './Part.tsx';
import { goodRange, schedule, wrongRange } from './samples.ts';
import { useGalleryText } from './texts.ts';

const rules: RangeRules = { maxDays: 31, validateSameTime: true };
const today = 8;
const noDays: DaySchedule[] = [];

function Range({ initial, disabled = false }: { initial: CustomRange; disabled?: boolean }) {
  const { zone } = useFormats();
  return (
    <Held initial={initial}>
      {(value, set) => (
        <DateTimeRange
          value={value}
          onChange={set}
          rules={rules}
          fault={readRange(value, rules, { zone }).fault}
          disabled={disabled}
        />
      )}
    </Held>
  );
}

/** Times of a day, schedules of a week, and periods. */
export function TimeParts() {
  const t = useGalleryText();
  const kit = useKitText();
  const { date } = useFormats();
  const label = t('sample');
  const picker = (initial: TimeValue | null, more: { error?: string; disabled?: boolean } = {}) => (
    <Held initial={initial}>{(value, set) => <TimePicker label={label} value={value} onChange={set} {...more} />}</Held>
  );
  const times = (from: string, to: string, disabled = false) => (
    <Held initial={{ from, to }}>
      {(value, set) => <TimeRange label={label} {...value} onChange={set} disabled={disabled} />}
    </Held>
  );
  const days = (initial: DaySchedule[], disabled = false) => (
    <Held initial={initial}>
      {(value, set) => <DayScheduleInput label={label} value={value} onChange={set} disabled={disabled} />}
    </Held>
  );
  const nine = { hour: 21, minute: 5 };
  return (
    <>
      <Part
        name="TimePicker"
        states={{
          empty: picker(null),
          filled: picker(nine),
          error: picker(nine, { error: t('wrong') }),
          disabled: picker(nine, { disabled: true }),
        }}
      />
      <Part
        name="TimeRange"
        states={{
          empty: times('', ''),
          filled: times('08:00', '17:30'),
          error: times('08:00', '07:00'),
          disabled: times('08:00', '17:30', true),
        }}
      />
      <Part
        name="DayScheduleInput"
        states={{ empty: days(noDays), filled: days(schedule), disabled: days(schedule, true) }}
      />
      <Part
        name="DateTimeRange"
        states={{
          empty: <Range initial={emptyRange} />,
          filled: <Range initial={goodRange} />,
          error: <Range initial={wrongRange} />,
          disabled: <Range initial={goodRange} disabled />,
        }}
      />
      <Part
        name="FlatDateTimeRange"
        states={{
          usual: (
            <Held initial={null as Period | null}>
              {(value, set) => (
                <>
                  <FlatDateTimeRange value={value} onChange={set} rules={rules} />
                  <output>{value && kit('period.between', { from: date(value.from), to: date(value.to) })}</output>
                </>
              )}
            </Held>
          ),
        }}
      />
      <Part
        name="PeriodSelector"
        states={{
          usual: (
            <Held initial={{ value: today } as SelectedPeriod}>
              {(value, set) => <PeriodSelector value={value} onChange={set} rules={{ validateSameTime: true }} />}
            </Held>
          ),
        }}
      />
      <Part
        name="ComparisonSelector"
        states={{
          usual: <Held initial={today}>{(value, set) => <ComparisonSelector value={value} onChange={set} />}</Held>,
        }}
      />
    </>
  );
}
