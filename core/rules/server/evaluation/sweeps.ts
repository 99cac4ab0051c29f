import { type DeviceAlarm, raiseAlarms } from '#core/alarms/server/api.ts';
import { markOffline, type OfflineDevice } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { RuleCache } from '../definitions/rule-cache.ts';
import { RuleRechecks } from './rule-rechecks.ts';

const intervalMs = 1000;
const silenceIntervalMs = 15_000;

type SeverityOf = (device: OfflineDevice) => DeviceAlarm['severity'];

/** Raises and clears alarms that need no message: durations, changed rules, hours, offline and silent devices. */
export function startSweeps(kit: Kit, rules: RuleCache): Stop {
  const rechecks = new RuleRechecks(kit, rules);
  const offline = new Map(kit.apps.flatMap(({ solutions = [] }) => solutions.map((one) => [one.id, one.offline])));
  const severityOf: SeverityOf = ({ solutionId }) => offline.get(solutionId) ?? 'poor';
  const stops = [
    // Changed rules first: timers are checked against the current rules.
    repeat(kit, intervalMs, 'rechecking changed rules and due timers failed', async () => {
      await rechecks.changes();
      await rechecks.timers();
    }),
    repeat(kit, intervalMs, 'marking devices offline failed', () => markOfflineDevices(kit, severityOf)),
    repeat(kit, silenceIntervalMs, 'rechecking silent devices failed', rechecks.silence),
  ];
  return async () => {
    for (const stop of stops) await stop();
    rechecks.close();
  };
}

const markOfflineDevices = (kit: Kit, severityOf: SeverityOf): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const offline = await markOffline(context.tx);
    context.afterCommit(() => {
      for (const { id, companyId } of offline)
        kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
    });
    await raiseAlarms(
      context,
      offline.map((device) => ({ deviceId: device.id, kind: 'offline', severity: severityOf(device) })),
    );
  });
