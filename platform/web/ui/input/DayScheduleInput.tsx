import { ActionIcon, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  type DaySchedule,
  periodsFault,
  type TimePeriod,
  type Weekday,
  weekdays,
} from '#platform/common/time-fields.ts';
import { iconSizes } from '../../theme.ts';
import classes from './Input.module.css';
import { TimeRange } from './TimeRange.tsx';
import { useInputText } from './texts.ts';

type Props = { label: string; value: readonly DaySchedule[]; onChange(value: DaySchedule[]): void; disabled?: boolean };

/** The periods of each weekday, from Saturday on. A day without one is closed. */
export function DayScheduleInput({ label, value, onChange, disabled = false }: Props) {
  const periodsOf = (day: Weekday) => value.find((one) => one.name === day)?.periods ?? [];
  const set = (day: Weekday, periods: TimePeriod[]) =>
    onChange(weekdays.map((name) => ({ name, periods: name === day ? periods : periodsOf(name) })));
  return (
    <Input.Wrapper label={label} labelElement="div" className={classes.schedule}>
      {weekdays.map((day) => (
        <Day key={day} day={day} periods={periodsOf(day)} disabled={disabled} onChange={(next) => set(day, next)} />
      ))}
    </Input.Wrapper>
  );
}

type DayProps = { day: Weekday; periods: readonly TimePeriod[]; disabled: boolean; onChange(next: TimePeriod[]): void };

function Day({ day, periods, disabled, onChange }: DayProps) {
  const t = useInputText();
  const name = t(`weekdays.${day}`);
  const overlap = periodsFault(periods) === 'overlap';
  const replace = (at: number, next: TimePeriod) => onChange(periods.map((one, other) => (other === at ? next : one)));
  return (
    <div className={classes.day}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.dayPeriods}>
        {periods.length === 0 && <span className={classes.closed}>{t('schedule.closed')}</span>}
        {periods.map(({ start, end }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a period has no name of its own, and its times change while it is typed
          <div key={at} className={classes.period}>
            <TimeRange
              label={name}
              hideLabel
              from={start}
              to={end}
              disabled={disabled}
              onChange={({ from, to }) => replace(at, { start: from, end: to })}
            />
            <ActionIcon
              size="lg"
              disabled={disabled}
              aria-label={t('schedule.remove', { period: `${start}–${end}`, day: name })}
              onClick={() => onChange(periods.filter((_, other) => other !== at))}
            >
              <IconTrash size={iconSizes.sm} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {overlap && <Input.Error role="alert">{t('schedule.overlap')}</Input.Error>}
      </div>
      <ActionIcon
        size="lg"
        disabled={disabled}
        aria-label={t('schedule.add', { day: name })}
        onClick={() => onChange([...periods, { start: '', end: '' }])}
      >
        <IconPlus size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </div>
  );
}
