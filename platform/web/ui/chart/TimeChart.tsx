import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { Period } from '#platform/common/time.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { EmptyPanel } from '../state/EmptyPanel.tsx';
import type { Severity } from '../values/severity.ts';
import type { Point } from './series.ts';
import classes from './TimeChart.module.css';

const ChartCanvas = lazyPart(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

export type ChartSeries = {
  name: string;
  points: readonly Point[];
  kind?: 'line' | 'area' | 'bar';
  /** The unit, if it differs from the axis. */
  unit?: string;
  decimals?: number;
  /** Drawn in a subdued style: the series to compare with. */
  quiet?: boolean;
};
/** A range of values with an alarm colour; without a bound it is open. */
export type Band = { from?: number; to?: number; severity: Severity; label?: string };

export type TimeChartProps = {
  /** The accessible description of the chart. */
  label: string;
  series: readonly ChartSeries[];
  /** The unit at the axis. */
  unit?: string;
  period?: Period;
  bands?: readonly Band[];
  /** A longer interval without points is a gap; by default three times the median interval. */
  gapMs?: number;
  /** Charts of the same group share their tooltip. */
  group?: string;
  loading?: boolean;
};

/** A chart of values over time in the company's time zone, with gaps and threshold bands. */
export function TimeChart({ loading = false, ...props }: TimeChartProps) {
  const empty = props.series.every((one) => one.points.length === 0);
  return (
    <figure className={classes.chart} aria-busy={loading}>
      {loading ? (
        <Skeleton className={classes.canvas} />
      ) : empty ? (
        <EmptyPanel kind="readings" />
      ) : (
        <Suspense fallback={<Skeleton className={classes.canvas} />}>
          <ChartCanvas {...props} />
        </Suspense>
      )}
    </figure>
  );
}
