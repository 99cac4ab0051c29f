import { commandAbility, isAutomatic } from '#core/commands/common/command.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { FieldError } from '#platform/common/list.ts';
import { fieldErrors } from '#platform/server/http/field-errors.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { RuleAction, RuleRow } from '../../common/rule.ts';

/** The solutions whose devices the action reaches; null if that is not known before the alarm. */
function reached(
  { links = {} }: AppManifest,
  solutionId: number | null,
  device: RuleAction['device'],
): number[] | null {
  if (device === 'self') return solutionId === null ? null : [solutionId];
  if (device !== 'linked') return null;
  return Object.entries(links).flatMap(([actor, { of }]) =>
    solutionId === null || of.includes(solutionId) ? Number(actor) : [],
  );
}

/** The faults of a rule's actions by their path below the rule: actions that are not automatic are refused. */
export function actionFaults(
  { apps }: Pick<Kit, 'apps'>,
  app: string,
  solutionId: number | null,
  actions: readonly RuleAction[],
): FieldError[] {
  const manifest = apps.find(({ id }) => id === app);
  return actions.flatMap(({ device, method, params }, at): FieldError[] => {
    const spec = manifest && Object.hasOwn(manifest.commands ?? {}, method) ? manifest.commands?.[method] : undefined;
    if (!manifest || !spec || !isAutomatic(spec, params))
      return [{ param: `actions.${at}.method`, msg: 'notAutomatic' }];
    const solutions = reached(manifest, solutionId, device);
    if (solutions && !solutions.some((id) => spec.solutions?.includes(id) !== false))
      return [{ param: `actions.${at}.device`, msg: 'notForDevice' }];
    return fieldErrors(spec.params.safeParse(params).error?.issues ?? [], 'actions', at, 'params');
  });
}

/**
 * Refuses actions that are not automatic, that reach no device, or that the caller may not order, because rules send
 * commands on behalf of their author.
 */
export async function assertActions(
  { tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>,
  app: AppManifest,
  { companyId, solutionId, deviceId, actions = [] }: RuleRow,
  structureId: number | null,
): Promise<void> {
  if (actions.length === 0) return;
  const own = deviceId == null ? null : await visibleDevice(tx, actor, app.id, deviceId);
  const faults = actionFaults(kit, app.id, own?.solutionId ?? solutionId ?? null, actions);
  if (faults.length > 0) throw new Invalid(faults);
  for (const [at, { device: id, method }] of actions.entries()) {
    const spec = app.commands?.[method];
    const device = typeof id === 'number' ? await visibleDevice(tx, actor, app.id, id).catch(() => null) : undefined;
    if (device === null || (device && device.companyId !== companyId)) throw invalid(`actions.${at}.device`, 'invalid');
    if (device && spec?.solutions?.includes(device.solutionId) === false)
      throw invalid(`actions.${at}.device`, 'notForDevice');
    assertMayOrder(actor, app, method, device ? device.structureId : structureId);
  }
}

/** Refuses callers who may not send the command to the devices of a structure; null for those of all structures. */
export function assertMayOrder({ session }: Actor, app: AppManifest, method: string, structureId: number | null): void {
  const ability = commandAbility(app.commands?.[method] ?? {});
  if (!hasAbilityOn(session, app.id, 'device', ability, structureId)) throw refuse(403, 'no-permission');
}
