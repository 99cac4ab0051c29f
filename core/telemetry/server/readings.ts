import { sensorRegistry, visibleDevice } from '#core/devices/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { readingRoutes, Series } from '../common/reading.ts';
import { eventsOfDevice } from './device-events.ts';
import { tokenActive } from './known-devices.ts';
import { isWithinLimits, readPoints } from './statistics/chart-points.ts';
import { assertChartPeriod, increases } from './statistics/chart-series.ts';
import { type AlarmCounts, deviceStatistics } from './statistics/statistics.ts';

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
