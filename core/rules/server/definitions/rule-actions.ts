import { logAlarm } from '#core/alarms/server/api.ts';
import { sendAutomatic } from '#core/commands/server/api.ts';
import { linkedActors } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { commitQueue } from '#platform/server/postgres/commit-queue.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { Invalid, Refusal } from '#platform/server/refuse.ts';
import type { RuleAction } from '../../common/rule.ts';

/** An alarm whose rules act. */
export type Acting = {
  alarmId: number;
  companyId: number;
  app: string;
  deviceId: number;
  actions: readonly RuleAction[];
};
/** One command of a rule; without a device if none acts for that of the alarm. */
type Step = { acting: Acting; action: RuleAction; deviceId: number | null };

async function stepsOf(tx: Tx, acting: Acting): Promise<Step[]> {
  const steps: Step[] = [];
  for (const action of acting.actions) {
    const { device } = action;
    const ids =
      device === 'linked' ? await linkedActors(tx, acting.deviceId) : [device === 'self' ? acting.deviceId : device];
    for (const deviceId of ids.length > 0 ? ids : [null]) steps.push({ acting, action, deviceId });
  }
  return steps;
}

/**
 * Sends the commands of the rules that have raised alarms, within the transaction of their events. The timeline of each
 * alarm shows what was sent or why not. Returns the work for after the commit.
 */
export async function runActions(kit: Kit, tx: Tx, alarms: readonly Acting[]): Promise<() => void> {
  const { afterCommit, run } = commitQueue(kit);
  if (alarms.length === 0) return run;
  const steps: Step[] = [];
  for (const acting of alarms) steps.push(...(await stepsOf(tx, acting)));
  // In the order of the devices, to avoid deadlocks.
  steps.sort((a, b) => (a.deviceId ?? 0) - (b.deviceId ?? 0));
  for (const step of steps) {
    const { alarmId, companyId } = step.acting;
    const outcome = await takeStep({ tx, kit, afterCommit }, step);
    await logAlarm(tx, { id: alarmId, companyId }, outcome);
  }
  return run;
}

async function takeStep(
  context: { tx: Tx; kit: Kit; afterCommit(work: () => void): void },
  { acting: { alarmId, companyId, app }, action: { method, params }, deviceId }: Step,
): Promise<{ action: string; data: object }> {
  const refused = (reason: string) => ({ action: 'action-refused', data: { method, params, deviceId, reason } });
  const manifest = context.kit.apps.find(({ id }) => id === app);
  if (deviceId === null || !manifest) return refused('nothing-linked');
  try {
    const sent = await sendAutomatic(context, manifest, { alarmId, companyId, deviceId, method, params });
    return { action: 'action-sent', data: sent };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.word);
    // The app has changed its automatic commands since the rule was saved.
    if (error instanceof Invalid) return refused('unknown-command');
    throw error;
  }
}
