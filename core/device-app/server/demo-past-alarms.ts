import { addPastAlarms, type PastAlarm } from '#core/alarms/server/api.ts';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { addEpisodes, type Episode } from '#core/telemetry/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { DeviceDemo } from './device-demo.ts';

export type DemoDevice = { id: number; solutionId: number; arabic: boolean; handledBy: number };

const comments = {
  en: [
    'Checked on site and adjusted.',
    'Part replaced, values are normal again.',
    'Caused by maintenance, no fault found.',
  ],
  ar: ['تم الفحص في الموقع والضبط.', 'استُبدلت القطعة وعادت القيم إلى طبيعتها.', 'سببه أعمال صيانة، ولا يوجد عطل.'],
};
const [firstDay, dayStep] = [2, 3];

/**
 * Adds alarms of the history that people have handled, and the readings that show them. Each device of an affected
 * solution had one, on days of its own, so that every history has some and no two are alike.
 */
export async function addDemoPastAlarms(
  { tx, kit }: Pick<Emitting, 'tx' | 'kit'>,
  { app, pastAlarms = [] }: DeviceDemo,
  devices: readonly DemoDevice[],
  days: number,
): Promise<void> {
  const sensors = sensorRegistry(kit.apps);
  const alarms: PastAlarm[] = [];
  const episodes: Episode[] = [];
  for (const { solution, kind, severity, sensor, operator, limit, value, minutes } of pastAlarms) {
    const sensorId = sensors.named(app.id, sensor)?.id;
    if (sensorId === undefined) continue;
    for (const [at, device] of devices.filter(({ solutionId }) => solutionId === solution).entries()) {
      const daysAgo = firstDay + ((at * dayStep + solution) % Math.max(1, days - firstDay - 1));
      const hour = 6 + ((at * 5 + solution) % 14);
      const from = new Date(Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs + hour * 3_600_000).toISOString();
      const comment = (at + solution) % 3;
      alarms.push({
        deviceId: device.id,
        kind,
        severity,
        limit: { sensor, operator, value: limit },
        value,
        from,
        minutes,
        handledBy: device.handledBy,
        comment: comments[device.arabic ? 'ar' : 'en'][comment] as string,
        falseAlarm: comment === 2,
      });
      episodes.push({ device: device.id, sensor: sensorId, from, minutes, value });
    }
  }
  await addEpisodes(tx, episodes);
  await addPastAlarms({ tx, kit }, app.id, alarms);
}
