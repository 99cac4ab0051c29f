import type { ActionContext, LockedAlarm } from '#core/alarms/server/api.ts';
import { commandAbility } from '#core/commands/common/command.ts';
import { queueCommand } from '#core/commands/server/api.ts';
import { acceptsCommand } from '#core/devices/common/commands/accepts-command.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { deviceById } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { emit } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';
import { sparking } from '../../app.ts';
import { stuckAnswer } from '../../common/alarms.ts';
import { commands } from '../../common/commands.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { setByHand } from '../locations/set-by-hand.ts';
import { assertMay } from '../locations/sites.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { slotFacts } from '../stays/slot-facts.ts';

const recalibration: CommandSpec = commands.recalibrate;
/** The longest reason of a correction. */
const longestReason = 200;

/**
 * Somebody has looked at a bay whose state has not changed for long. If its sensor is right, nothing is raised until the
 * state ends; otherwise the bay is unknown until the sensor reports a change, and is recalibrated if the bay is empty.
 */
export async function answerStuck(context: ActionContext, alarm: LockedAlarm): Promise<object> {
  const { sensorIs, bayEmpty = false } = stuckAnswer.parse(context.body);
  if (sensorIs === 'right') return {};
  const { tx, actor } = context;
  const [slot] = await slotFacts(tx, alarm.subjectId === null ? [] : [alarm.subjectId]);
  if (!slot) throw refuse(409, 'slot-gone');
  const { companyId, locationId } = slot;
  assertMay(actor, 'slot', 'set-state', locationId);
  // A correction names a reason: what was said, else what was asked about.
  const reason = (context.body.comment || alarm.kind).slice(0, longestReason);
  await setByHand(context, slot, { state: 'unknown', reason });
  await queueTallies(tx, [{ companyId, locationId }]);
  tellLocations(context, [{ id: locationId, companyId }]);
  if (bayEmpty) await recalibrate(context, alarm, slot.sources[0]?.deviceId);
  return {};
}

/** The model of the sensor may not know the command. */
async function recalibrate(context: ActionContext, alarm: LockedAlarm, sensor: number | undefined): Promise<void> {
  const { tx, actor, may } = context;
  const device = sensor === undefined ? undefined : await deviceById(tx, sensor);
  if (!device || !acceptsCommand(recalibration, device.solutionId, device.hardwareId)) return;
  const ability = commandAbility(recalibration);
  const isAllowed =
    may(canDo('sparking.device', ability)) &&
    hasAbilityOn(actor.session, 'sparking', 'device', ability, device.structureId);
  if (!isAllowed) throw refuse(403, 'no-permission');
  const order = { method: 'recalibrate', params: {}, replace: true, alarmId: alarm.id };
  const { id, method, params } = await queueCommand(context, sparking, device, order);
  await emit(context, 'command.sent', {
    alarmId: alarm.id,
    companyId: alarm.companyId,
    sent: { id, method, params, device: { id: device.id, name: device.name, solutionId: device.solutionId } },
    sender: actor.session,
  });
}
