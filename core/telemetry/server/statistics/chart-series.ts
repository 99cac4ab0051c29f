import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid } from '#platform/server/refuse.ts';
import { maxChartDays, type Series } from '../../common/reading.ts';
import type { ChartBucket } from './chart-points.ts';

/** Refuses an empty period and one that is longer than charts can be. */
export function assertChartPeriod(from: number, to: number): void {
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to - from > maxChartDays * dayMs) throw invalid('to', 'daysCount');
}

/** The increase of a total from bucket to bucket. A falling total was reset or its meter replaced, so counting restarts. */
export function increases(points: readonly ChartBucket[]): Series['points'] {
  let before: number | undefined;
  return points.map((point) => {
    const start = before ?? point.low;
    const grown = point.high >= start ? point.high - start : point.high - point.low;
    before = point.high;
    return [point.t, grown, point.low, point.high];
  });
}
