import { type DeviceAlarm, raiseAlarms } from '#core/alarms/server/api.ts';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { RuleCache } from '../definitions/rule-cache.ts';
import { RuleRechecks } from './rule-rechecks.ts';

const intervalMs = 1000;
const silenceIntervalMs = 15_000;

/** Raises and clears alarms that need no message: durations, changed rules, hours and silent devices. */
export function startSweeps(kit: Kit, rules: RuleCache): Stop {
  const rechecks = new RuleRechecks(kit, rules);
  const stops = [
    // Changed rules first: timers are checked against the current rules.
    repeat(kit, intervalMs, 'rechecking changed rules and due timers failed', async () => {
      await rechecks.changes();
      await rechecks.timers();
    }),
    repeat(kit, silenceIntervalMs, 'rechecking silent devices failed', rechecks.silence),
  ];
  return async () => {
    for (const stop of stops) await stop();
    rechecks.close();
  };
}

const severities = new WeakMap<Kit['apps'], ReadonlyMap<number, DeviceAlarm['severity']>>();

/** How severe it is that a device of a solution is offline. */
function offlineSeverity({ apps }: Kit, solutionId: number): DeviceAlarm['severity'] {
  let known = severities.get(apps);
  if (!known) {
    known = new Map(
      apps.flatMap(({ solutions = [] }) =>
        solutions.flatMap(({ id, offline }) => (offline ? [[id, offline] as const] : [])),
      ),
    );
    severities.set(apps, known);
  }
  return known.get(solutionId) ?? 'poor';
}

/** Raises an alarm for each device that is offline and has none that stands for it, in the transaction that marks it. */
export async function raiseOffline(context: Emitting, { devices }: DomainEvents['device.offline']): Promise<void> {
  const folded = new Set<number>();
  await emit(context, 'offline.raising', { devices, folded });
  await raiseAlarms(
    context,
    devices
      .filter(({ id }) => !folded.has(id))
      .map(({ id, solutionId }) => ({
        deviceId: id,
        kind: 'offline',
        severity: offlineSeverity(context.kit, solutionId),
      })),
  );
}
