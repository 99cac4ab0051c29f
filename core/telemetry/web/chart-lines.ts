import type { ChartSeries } from '#platform/web/ui/chart/TimeChart.tsx';
import type { Series } from '../common/reading.ts';

/** A line or the bars of one sensor of one device. */
export type ChartLine = ChartSeries & { sensor: string; sensorName: string; unit: string };
export type DeviceSeries = { name: string; series: readonly Series[] };

/**
 * The charts of devices: sensors with the same unit share a chart, counters have their own with bars. Each line of the
 * page has its own colour.
 */
export function lineGroups(
  devices: readonly DeviceSeries[],
  sensorName: (sensor: string) => string,
  statesOf: (sensor: string) => ChartSeries['states'] = () => undefined,
): ChartLine[][] {
  const lines = devices.flatMap(({ name, series }) => series.map((line) => ({ device: name, line })));
  const named = lines.map(({ device, line }, color): ChartLine => {
    const label = sensorName(line.sensor);
    const states = statesOf(line.sensor);
    return {
      sensor: line.sensor,
      sensorName: label,
      name: devices.length > 1 ? `${device} · ${label}` : label,
      kind: line.counter ? 'bar' : 'line',
      decimals: line.decimals,
      unit: line.unit,
      ...(states ? { states } : {}),
      color,
      // The increase of a counter has no range.
      points: line.points.map(([at, mean, low, high]) => (line.counter ? [at, mean] : [at, mean, low, high])),
    };
  });
  const group = (line: ChartLine) => (line.unit && line.kind !== 'bar' ? line.unit : line.sensor);
  return [...Map.groupBy(named, group).values()];
}
