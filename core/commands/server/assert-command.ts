import { acceptsCommand } from '#core/devices/common/commands/accepts-command.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { configParams } from '#core/devices/common/models/model-settings.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { fieldErrors } from '#platform/server/http/field-errors.ts';
import { Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import { allowsTimeout, type CommandOrder, longestWait } from '../common/command.ts';
import { guardNow } from './guards.ts';
import type { Device, Reach } from './queue-command.ts';

export type Declared = { spec: CommandSpec; params: Record<string, unknown> };

/** The declared command with its parsed params: 404 for an unknown method, 418 for invalid params. */
export function declaredCommand(
  app: AppManifest,
  { solutionId, hardwareId }: Pick<Device, 'solutionId' | 'hardwareId'>,
  { method, params, expiresInSeconds, waitSeconds }: CommandOrder,
): Declared {
  const spec = Object.hasOwn(app.commands ?? {}, method) ? app.commands?.[method] : undefined;
  const model = app.hardware?.find(({ id }) => id === hardwareId);
  const shape = spec?.configures && model ? configParams(method, model) : spec?.params;
  if (!spec || !shape || !acceptsCommand(spec, solutionId, hardwareId))
    throw refuse(404, 'unknown-command', { method }, '01020404');
  const parsed = shape.safeParse(params);
  if (!parsed.success) throw new Invalid(fieldErrors(parsed.error.issues, 'params'));
  if (waitSeconds !== undefined && waitSeconds > longestWait(spec)) throw invalid('waitSeconds', 'outOfRange');
  if (expiresInSeconds !== undefined && !allowsTimeout(spec, expiresInSeconds))
    throw invalid('expiresInSeconds', 'outOfRange');
  return { spec, params: parsed.data as Declared['params'] };
}

const isActive = ({ hasToken, tokenBlocked, activationAt, expirationAt }: Device): boolean =>
  hasToken &&
  !tokenBlocked &&
  activationAt !== null &&
  Date.parse(activationAt) <= Date.now() &&
  (expirationAt === null || Date.parse(expirationAt) > Date.now());

/** What currently forbids a command, as the key of its refusal, and how long in seconds it may wait for that to change. */
export type Wait = { word: string; seconds: number };

/**
 * Refuses with 409 what the state of the device does not allow. Returns null if the command can be sent now, or why it
 * has to wait. A command with a cause does not wait, because its cause is not stored with it.
 */
export async function assertReady(
  context: Emitting,
  device: Device,
  { spec, params }: Declared,
  order: CommandOrder,
  { reach, cause }: { reach: Reach; cause: object | null },
): Promise<Wait | null> {
  if (device.suspended) throw refuse(409, 'device-suspended', {}, '01020410');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (!spec.withoutSubscription && !isActive(device)) throw refuse(409, 'no-active-subscription', {}, '01020402');
  const { absent, waitSeconds = 0 } = spec;
  if (typeof absent === 'object' && order.waitSeconds === undefined && reach === null)
    throw refuse(409, absent.word, {}, absent.code);
  const guard = await guardNow(context, device, spec, params);
  if (guard === null) return null;
  if (waitSeconds === 0 || cause !== null) throw refuse(409, guard.word, {}, guard.code);
  return { word: guard.word, seconds: Math.min(waitSeconds, order.waitSeconds ?? waitSeconds) };
}
