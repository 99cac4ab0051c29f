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
  /** Where it differs from the axis. */
  unit?: string;
  decimals?: number;
  /** Stands back behind the others: what they are compared with. */
  quiet?: boolean;
};
/** A stretch of values with an alarm colour; open to one side without a bound. */
export type Band = { from?: number; to?: number; severity: Severity; label?: string };

export type TimeChartProps = {
  /** What the chart shows, for those who cannot see it. */
  label: string;
  series: readonly ChartSeries[];
  /** Stands at the axis. */
  unit?: string;
  period?: Period;
  bands?: readonly Band[];
  /** A longer silence is a gap; three usual intervals when left out. */
  gapMs?: number;
  /** Charts of the same group share their hover. */
  group?: string;
  loading?: boolean;
};

/** Values over time in the company's time zone: unit at the axis, gaps as gaps, threshold bands. */
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
