import { type CustomRange, emptyRange, type RangeRules, readRange } from '#platform/common/time/date-range.ts';
import type { Period } from '#platform/common/time/time.ts';
import type { TimeValue } from '#platform/common/time/time-fields.ts';
import type { DaySchedule } from '#platform/common/time/week-schedule.ts';
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
import { Example, Stateful } from './Example.tsx';
import { goodRange, sampleSchedule, wrongRange } from './samples.ts';
import { useGalleryText } from './texts.ts';

const rules: RangeRules = { maxDays: 31, validateSameTime: true };
const today = 8;
const noDays: DaySchedule[] = [];

function Range({ initial, disabled = false }: { initial: CustomRange; disabled?: boolean }) {
  const { zone } = useFormats();
  return (
    <Stateful initial={initial}>
      {(value, set) => (
        <DateTimeRange
          value={value}
          onChange={set}
          rules={rules}
          fault={readRange(value, rules, { zone }).fault}
          disabled={disabled}
        />
      )}
    </Stateful>
  );
}

/** Times, schedules and periods. */
export function TimeParts() {
  const t = useGalleryText();
  const kit = useKitText();
  const { date } = useFormats();
  const label = t('sample');
  const picker = (initial: TimeValue | null, more: { error?: string; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <TimePicker label={label} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const times = (from: string, to: string, disabled = false) => (
    <Stateful initial={{ from, to }}>
      {(value, set) => <TimeRange label={label} {...value} onChange={set} disabled={disabled} />}
    </Stateful>
  );
  const days = (initial: DaySchedule[], disabled = false) => (
    <Stateful initial={initial}>
      {(value, set) => <DayScheduleInput label={label} value={value} onChange={set} disabled={disabled} />}
    </Stateful>
  );
  const nine = { hour: 21, minute: 5 };
  return (
    <>
      <Example
        name="TimePicker"
        states={{
          empty: picker(null),
          filled: picker(nine),
          error: picker(nine, { error: t('wrong') }),
          disabled: picker(nine, { disabled: true }),
        }}
      />
      <Example
        name="TimeRange"
        states={{
          empty: times('', ''),
          filled: times('08:00', '17:30'),
          error: times('08:00', '07:00'),
          disabled: times('08:00', '17:30', true),
        }}
      />
      <Example
        name="DayScheduleInput"
        states={{ empty: days(noDays), filled: days(sampleSchedule), disabled: days(sampleSchedule, true) }}
      />
      <Example
        name="DateTimeRange"
        states={{
          empty: <Range initial={emptyRange} />,
          filled: <Range initial={goodRange} />,
          error: <Range initial={wrongRange} />,
          disabled: <Range initial={goodRange} disabled />,
        }}
      />
      <Example
        name="FlatDateTimeRange"
        states={{
          default: (
            <Stateful initial={null as Period | null}>
              {(value, set) => (
                <>
                  <FlatDateTimeRange value={value} onChange={set} rules={rules} />
                  <output>{value && kit('period.between', { from: date(value.from), to: date(value.to) })}</output>
                </>
              )}
            </Stateful>
          ),
        }}
      />
      <Example
        name="PeriodSelector"
        states={{
          default: (
            <Stateful initial={{ value: today } as SelectedPeriod}>
              {(value, set) => <PeriodSelector value={value} onChange={set} rules={{ validateSameTime: true }} />}
            </Stateful>
          ),
        }}
      />
      <Example
        name="ComparisonSelector"
        states={{
          default: (
            <Stateful initial={today}>{(value, set) => <ComparisonSelector value={value} onChange={set} />}</Stateful>
          ),
        }}
      />
    </>
  );
}
