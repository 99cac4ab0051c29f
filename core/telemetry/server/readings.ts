import { activeAt, DeviceDirectory, sensorRegistry, visibleDevice } from '#core/devices/server/api.ts';
import { dayMs } from '#platform/common/wall-clock.ts';
import { bypassRls } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { maxChartDays, type readingRoutes, type Series } from '../common/reading.ts';
import { type ChartBucket, isWithinLimits, readPoints } from './chart-points.ts';
import { eventsOfDevice } from './device-events.ts';
import { type AlarmCounts, deviceStatistics } from './statistics.ts';

/** Serves `readingRoutes` of an app. `alarmCounts` counts the alarms of a device. */
export function readingHandlers(app: string, alarmCounts: AlarmCounts): Handlers<ReturnType<typeof readingRoutes>> {
  return {
    events: (context) => eventsOfDevice(context, app),
    statistics: (context) => deviceStatistics(context, app, alarmCounts),
    async read({ tx, kit, params, query, actor }) {
      const device = await visibleDevice(tx, actor, app, params.id);
      const from = Date.parse(query.from);
      const to = Date.parse(query.to);
      assertChartPeriod(from, to);
      const { named } = sensorRegistry(kit.apps);
      const sensors = query.sensors.split(',').map((key) => {
        const sensor = named(app, key);
        if (!sensor) throw invalid('sensors', 'unknown-sensor');
        return sensor;
      });
      const bucketSeconds = query.buckets === 0 ? 0 : Math.max(1, Math.ceil((to - from) / 1000 / query.buckets));
      if (!(await tokenActive(kit, device.id)))
        return { hidden: 'no-active-token' as const, bucketSeconds, series: [] };
      const ids = [...new Set(sensors.map((sensor) => sensor.id))];
      const chartQuery = { device: device.id, sensors: ids, from, to, seconds: bucketSeconds };
      if (!isWithinLimits(chartQuery)) throw invalid('sensors', 'tooMuchToRead');
      const before = sensors.some(({ counter }) => counter) ? bucketSeconds * 1000 : 0;
      // A counter grows from its last value in the bucket before.
      const points = await bypassRls(tx, actor.scope, () => readPoints(tx, { ...chartQuery, from: from - before }));
      const grouped = Map.groupBy(points, (point) => point.sensorId);
      const series: Series[] = sensors.map((sensor) => {
        const sensorPoints = grouped.get(sensor.id) ?? [];
        return {
          sensor: sensor.key,
          unit: sensor.unit,
          counter: sensor.counter ?? false,
          decimals: sensor.decimals ?? 0,
          points: (sensor.counter && bucketSeconds > 0
            ? increases(sensorPoints)
            : sensorPoints.map((point): Series['points'][number] => [point.t, point.mean, point.low, point.high])
          ).filter(([t]) => t >= from),
        };
      });
      return { hidden: null, bucketSeconds, series };
    },
  };
}

/** Refuses an empty period and one that is longer than charts can be. */
export function assertChartPeriod(from: number, to: number): void {
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to - from > maxChartDays * dayMs) throw invalid('to', 'daysCount');
}

export async function tokenActive(kit: Kit, id: number): Promise<boolean> {
  const directory = directoryOf(kit);
  await directory.load([id]);
  const device = directory.peek(id);
  return device !== undefined && activeAt(device, Date.now());
}

const directories = new WeakMap<Kit, DeviceDirectory>();

/** The device directory of the process. */
export function directoryOf(kit: Kit): DeviceDirectory {
  let directory = directories.get(kit);
  if (!directory) {
    directory = new DeviceDirectory(kit);
    directories.set(kit, directory);
  }
  return directory;
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
