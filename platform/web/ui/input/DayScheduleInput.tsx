import { ActionIcon, Input } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { minutesOf, periodsFault, type TimePeriod, timesFault } from '#platform/common/time/time-fields.ts';
import { type DaySchedule, lastMinuteOfDay, maxPeriods, weekdays } from '#platform/common/time/week-schedule.ts';
import { isOvernight, shiftsOf, weekOfShifts } from '#platform/common/time/week-shifts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './Input.module.css';
import { TimeRange } from './TimeRange.tsx';
import { useInputText } from './texts.ts';

type Props = {
  /** The first day is focused when the week is invalid. */
  name?: string;
  label: string;
  value: readonly DaySchedule[];
  onChange(value: DaySchedule[]): void;
  error?: ReactNode;
  /** The text of a day without periods; "Closed" by default. */
  emptyDay?: string | undefined;
  disabled?: boolean;
};

/** The periods of each weekday from Saturday; one may end on the next day. A day without periods is closed. */
export function DayScheduleInput({ name, label, value, onChange, error, emptyDay, disabled = false }: Props) {
  const [typed, setTyped] = useState(() => shiftsOf(value));
  // Incomplete input is kept until the value changes from outside.
  const shifts = JSON.stringify(weekOfShifts(typed)) === JSON.stringify(value) ? typed : shiftsOf(value);
  const week = weekOfShifts(shifts);
  const hours = Math.max(24, ...shifts.flat().map(lastHour));
  const set = (next: TimePeriod[][]) => {
    setTyped(next);
    onChange(weekOfShifts(next));
  };
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} className={classes.schedule}>
      {shifts.map((ofDay, at) => (
        <Day
          key={weekdays[at]}
          at={at}
          name={at === 0 ? name : undefined}
          shifts={ofDay}
          full={(week[at]?.periods.length ?? 0) >= maxPeriods}
          overlap={periodsFault(week[at]?.periods ?? []) === 'overlap'}
          hours={hours}
          emptyDay={emptyDay}
          disabled={disabled}
          onChange={(next) => set(shifts.map((before, other) => (other === at ? next : before)))}
          onCopy={() => set(shifts.map(() => [...ofDay]))}
        />
      ))}
    </Input.Wrapper>
  );
}

type DayProps = {
  name: string | undefined;
  at: number;
  shifts: readonly TimePeriod[];
  full: boolean;
  overlap: boolean;
  hours: number;
  emptyDay: string | undefined;
  disabled: boolean;
  onChange(next: TimePeriod[]): void;
  onCopy(): void;
};

function Day({
  name: fieldName,
  at: dayAt,
  shifts,
  full,
  overlap,
  hours,
  emptyDay,
  disabled,
  onChange,
  onCopy,
}: DayProps) {
  const t = useInputText();
  const name = t(`weekdays.${weekdays[dayAt] as (typeof weekdays)[number]}`);
  const next = t(`weekdays.${weekdays[(dayAt + 1) % 7] as (typeof weekdays)[number]}`);
  const replace = (at: number, one: TimePeriod) =>
    onChange(shifts.map((before, other) => (other === at ? one : before)));
  return (
    <div className={classes.day}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.dayPeriods}>
        {shifts.length === 0 && <span className={classes.closed}>{emptyDay ?? t('schedule.closed')}</span>}
        {shifts.map(({ start, end }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a period has no name of its own, and its times change while it is typed
          <div key={at} className={classes.period}>
            <div>
              <TimeRange
                label={name}
                hideLabel
                overnight
                from={start}
                to={end}
                disabled={disabled}
                onChange={({ from, to }) => replace(at, { start: from, end: to })}
              />
              {isOvernight({ start, end }) && (
                <Input.Description>{t('schedule.until', { day: next })}</Input.Description>
              )}
            </div>
            <ActionIcon
              size="lg"
              disabled={disabled}
              aria-label={t('schedule.remove', { period: `${start}–${end}`, day: name })}
              onClick={() => onChange(shifts.filter((_, other) => other !== at))}
            >
              <IconTrash size={iconSizes.sm} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {overlap && <Input.Error role="alert">{t('schedule.overlap')}</Input.Error>}
      </div>
      <div className={classes.dayActions}>
        <ActionIcon
          name={fieldName}
          size="lg"
          disabled={disabled || full}
          aria-label={t('schedule.add', { day: name })}
          onClick={() => onChange([...shifts, { start: '', end: '' }])}
        >
          <IconPlus size={iconSizes.sm} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" disabled={disabled} aria-label={t('schedule.copy', { day: name })} onClick={onCopy}>
          <IconCopy size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </div>
      <Track shifts={shifts} hours={hours} />
    </div>
  );
}

/** Minutes from midnight of the day; a night shift exceeds 24 hours. */
const minutesUntil = (shift: TimePeriod): number =>
  isOvernight(shift) ? 1440 + minutesOf(shift.end) : shift.end === lastMinuteOfDay ? 1440 : minutesOf(shift.end);

const isDrawn = (shift: TimePeriod): boolean => isOvernight(shift) || timesFault(shift.start, shift.end).complete;

/** The end of the scale for a shift, in steps of three hours. */
const lastHour = (shift: TimePeriod): number => (isDrawn(shift) ? Math.ceil(minutesUntil(shift) / 180) * 3 : 0);

/** The periods of a day as bars; a night shift is one bar. */
function Track({ shifts, hours }: { shifts: readonly TimePeriod[]; hours: number }) {
  const share = (minutes: number) => `${(minutes / (hours * 60)) * 100}%`;
  return (
    <div className={classes.track} aria-hidden>
      {hours > 24 && <i className={classes.midnight} style={{ insetInlineStart: share(1440) }} />}
      {shifts.filter(isDrawn).map((shift) => (
        <b
          key={`${shift.start} ${shift.end}`}
          className={classes.bar}
          style={{
            insetInlineStart: share(minutesOf(shift.start)),
            inlineSize: share(minutesUntil(shift) - minutesOf(shift.start)),
          }}
        />
      ))}
    </div>
  );
}
