import type { Step, WatchedStep } from '../../predicates/compiled-condition.ts';

type Value = number | string;
type Series = {
  watched: WatchedStep;
  /** The latest value with its time. */
  latest: { time: number; value: Value } | null;
  /** Whether the other sensor has had its value at the latest value and ever since; undefined while unknown. */
  held: boolean | undefined;
  /** The latest value of the other sensor. */
  other: Value | undefined;
  /** The value before the latest one. */
  before: { value: Value; held: boolean | undefined } | null;
};
type Stored = { values: ReadonlyMap<number, Value>; times: ReadonlyMap<number, number> };

/** The two latest values of the sensors whose steps rules watch, in memory, however long apart they are. */
export class PastSteps {
  private readonly series: ReadonlyMap<WatchedStep, Series>;

  /** Begins with the stored latest values. */
  constructor(steps: readonly WatchedStep[], { values, times }: Stored) {
    this.series = new Map(steps.map((watched) => [watched, seriesOf(watched)]));
    for (const one of this.series.values())
      for (const sensor of [one.watched.sensor, one.watched.only?.sensor]) {
        const [value, time] = sensor === undefined ? [] : [values.get(sensor), times.get(sensor)];
        if (sensor !== undefined && value !== undefined && time !== undefined) take(one, sensor, time, value);
      }
  }

  add(sensor: number, time: number, value: Value): void {
    if (this.series.size > 0) for (const one of this.series.values()) take(one, sensor, time, value);
  }

  /** Forgets the values of a sensor, before past ones are taken again. */
  forget(sensor: number): void {
    for (const one of this.series.values()) {
      if (one.watched.only?.sensor === sensor) one.other = undefined;
      if (one.watched.sensor === sensor) Object.assign(one, seriesOf(one.watched), { other: one.other });
    }
  }

  /** The difference between the value of this moment and the one before; undefined without a value of this moment. */
  at(watched: WatchedStep, time: number): Step | undefined {
    const { latest = null, before = null, held } = this.series.get(watched) ?? {};
    if (latest?.time !== time || typeof latest.value !== 'number' || typeof before?.value !== 'number')
      return undefined;
    const both = [before.held, held];
    return {
      by: latest.value - before.value,
      held: both.includes(false) ? false : both.includes(undefined) ? undefined : true,
    };
  }
}

/** Whether stored latest values do not show what the other sensor had at the latest value. */
export const isBeginningUnknown = ({ sensor, only }: WatchedStep, times: ReadonlyMap<number, number>): boolean =>
  only !== null && (times.get(only.sensor) ?? 0) > (times.get(sensor) ?? Number.POSITIVE_INFINITY);

const seriesOf = (watched: WatchedStep): Series => ({
  watched,
  latest: null,
  held: undefined,
  other: undefined,
  before: null,
});

function take(series: Series, sensor: number, time: number, value: Value): void {
  const { only } = series.watched;
  if (sensor === series.watched.sensor) {
    // A value that is sent again is not the next one.
    if (series.latest?.time !== time) {
      series.before = series.latest && { value: series.latest.value, held: series.held };
      series.held = !only || (series.other === undefined ? undefined : series.other === only.is);
    }
    series.latest = { time, value };
  }
  if (sensor !== only?.sensor) return;
  series.other = value;
  if (!series.latest) return;
  const isNow = value === only.is;
  series.held = time <= series.latest.time ? isNow : isNow && series.held;
}
