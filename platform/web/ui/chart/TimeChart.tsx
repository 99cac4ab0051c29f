import { Skeleton } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { Suspense, useRef, useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { EmptyPanel } from '../state/EmptyPanel.tsx';
import type { Severity } from '../values/severity.ts';
import { ChartMenu } from './ChartMenu.tsx';
import { ChartTable } from './ChartTable.tsx';
import type { SeriesPoint } from './series.ts';
import classes from './TimeChart.module.css';

const ChartCanvas = lazyPart(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

export type ChartSeries = {
  name: string;
  points: readonly SeriesPoint[];
  kind?: 'line' | 'area' | 'bar';
  /** The unit, if it differs from the axis. */
  unit?: string;
  decimals?: number;
  /** The texts for the values of a series that is either 0 or 1, such as "closed" and "open". */
  states?: readonly [off: string, on: string];
  /** Drawn in a subdued style: the series to compare with. */
  quiet?: boolean;
  /** The position of its colour; by default the position in the chart. Charts of one page use different colours. */
  color?: number;
};
/** A range of values with an alarm colour; without a bound it is open. `limit` is the bound with a line; by default both. */
export type SeverityBand = { from?: number; to?: number; severity: Severity; limit?: number; label?: string };

/** Something that happened at a time, such as an alarm, marked on the time axis. */
export type Mark = { id: number; at: number | string; severity: Severity; label: string };

export type TimeChartProps = {
  /** The accessible description of the chart. */
  label: string;
  series: readonly ChartSeries[];
  /** The unit at the axis. */
  unit?: string;
  period?: Period;
  bands?: readonly SeverityBand[];
  marks?: readonly Mark[];
  /** Called with a selected mark. */
  onMark?(mark: Mark): void;
  /** Called with the period that is selected by dragging; without it the chart cannot be zoomed. */
  onZoom?(period: Period): void;
  /** A longer interval without points is a gap; by default three times the median interval. */
  gapMs?: number;
  /** Charts of the same group share their tooltip. */
  group?: string;
  loading?: boolean;
  /** Fills the available height. */
  fills?: boolean;
};

/**
 * A chart of values over time in the company's time zone, with gaps, the range of each bucket, threshold bands and
 * marks. Its values are also offered as a picture, as CSV and as a table.
 */
export function TimeChart({ loading = false, fills = false, ...props }: TimeChartProps) {
  const empty = props.series.every((one) => one.points.length === 0);
  const picture = useRef<(() => string) | null>(null);
  const [table, setTable] = useState(false);
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLElement>();
  return (
    <figure
      ref={ref}
      className={classes.chart}
      aria-busy={loading}
      data-fills={fills || undefined}
      onKeyDown={(event) => {
        if (fullscreen && event.key === 'Escape') void toggle();
      }}
    >
      {loading ? (
        <Skeleton className={classes.canvas} />
      ) : empty ? (
        <EmptyPanel kind="readings" />
      ) : (
        <>
          <ChartMenu
            {...props}
            picture={picture}
            table={table}
            onTable={setTable}
            full={fullscreen}
            onFull={() => void toggle()}
          />
          <Suspense fallback={<Skeleton className={classes.canvas} />}>
            <ChartCanvas {...props} picture={picture} />
          </Suspense>
          {table && <ChartTable label={props.label} series={props.series} />}
        </>
      )}
    </figure>
  );
}
