import { type Hit, publishChanges, raiseAlarms } from '#core/alarms/server/api.ts';
import { markOffline, type OfflineDevice } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { RuleCache } from '../definitions/rule-cache.ts';
import { RuleRechecks } from './rule-rechecks.ts';

const intervalMs = 1000;
const silenceIntervalMs = 15_000;

type SeverityOf = (device: OfflineDevice) => Hit['severity'];

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

async function markOfflineDevices(kit: Kit, severityOf: SeverityOf): Promise<void> {
  const { offline, raised } = await inSystem(kit.db, async (tx) => {
    const marked = await markOffline(tx);
    const hits = marked.map((device) => offlineHit(device, severityOf(device)));
    return { offline: marked, raised: await raiseAlarms(tx, hits) };
  });
  for (const { id, companyId } of offline)
    kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
  publishChanges(kit, raised, 'raised');
}

const offlineHit = ({ id }: OfflineDevice, severity: Hit['severity']): Hit => ({
  deviceId: id,
  kind: 'offline',
  class: 'status',
  severity,
  names: null,
  ruleId: null,
  hits: 1,
  at: Date.now(),
  sensor: null,
  value: null,
  limit: null,
});
