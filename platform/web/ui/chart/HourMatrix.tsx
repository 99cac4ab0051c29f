import type { CSSProperties } from 'react';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { useInputText } from '../input/texts.ts';
import classes from './HourMatrix.module.css';

const labelled = 6;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

type Props = {
  /** The accessible description. */
  label: string;
  /** 7 × 24 values by weekday, Saturday first, and hour; null where nothing is known. */
  hours: readonly (readonly (number | null)[])[];
  /** The value that is shown darkest; by default the largest. */
  most?: number;
  /** A value as text, for tooltips and screen readers. */
  valueText(value: number | null): string;
};

/** The hours of a week as a table of shades. */
export function HourMatrix({ label, hours, most, valueText }: Props) {
  const t = useInputText();
  const top = most ?? Math.max(0, ...hours.flat().map((value) => value ?? 0));
  return (
    <table className={classes.matrix} aria-label={label}>
      <thead>
        <tr>
          <td />
          {hoursOfDay.map((hour) => (
            <th key={hour} scope="col" aria-label={`${hour}:00`}>
              {hour % labelled === 0 ? <bdi>{`${hour}:00`}</bdi> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((row, day) => {
          const name = t(`weekdays.${weekdays[day] as (typeof weekdays)[number]}`);
          return (
            <tr key={weekdays[day]}>
              <th scope="row">{name}</th>
              {hoursOfDay.map((hour) => {
                const value = row[hour] ?? null;
                const text = valueText(value);
                return (
                  <td
                    key={hour}
                    title={`${name} ${hour}:00 · ${text}`}
                    data-unknown={value === null || undefined}
                    style={{ '--share': value === null || top === 0 ? 0 : Math.min(1, value / top) } as CSSProperties}
                  >
                    <span>{text}</span>
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
