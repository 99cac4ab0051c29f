import { sql } from 'kysely';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { configParams } from '#core/devices/common/models/model-settings.ts';
import { newestValues, sensorRegistry, valueOf } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { fieldErrors } from '#platform/server/http/field-errors.ts';
import { Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import { acceptsCommand, allowsTimeout, type CommandOrder } from '../common/command.ts';
import type { Device, QueueContext, Reach } from './queue-command.ts';

export type Declared = { spec: CommandSpec; params: Record<string, unknown> };

/** The declared command with its parsed params: 404 for an unknown method, 418 for invalid params. */
export function declaredCommand(
  app: AppManifest,
  { solutionId, hardwareId }: Pick<Device, 'solutionId' | 'hardwareId'>,
  { method, params, expiresInSeconds }: CommandOrder,
): Declared {
  const spec = Object.hasOwn(app.commands ?? {}, method) ? app.commands?.[method] : undefined;
  const model = app.hardware?.find(({ id }) => id === hardwareId);
  const shape = spec?.configures && model ? configParams(method, model) : spec?.params;
  if (!spec || !shape || !acceptsCommand(spec, solutionId, hardwareId))
    throw refuse(404, 'unknown-command', { method }, '01020404');
  const parsed = shape.safeParse(params);
  if (!parsed.success) throw new Invalid(fieldErrors(parsed.error.issues, 'params'));
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

/** Refuses with 409 what the state of the device does not allow. */
export async function assertReady(
  { tx, kit }: QueueContext,
  device: Device,
  { spec, params }: Declared,
  order: CommandOrder,
  reach: Reach,
) {
  if (device.suspended) throw refuse(409, 'device-suspended', {}, '01020410');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (!spec.withoutSubscription && !isActive(device)) throw refuse(409, 'no-active-subscription', {}, '01020402');
  const { absent, unless } = spec;
  if (typeof absent === 'object' && order.waitSeconds === undefined && reach === null)
    throw refuse(409, absent.word, {}, absent.code);
  if (!unless || (unless.force !== undefined && params[unless.force] === true)) return;
  const sensor = sensorRegistry(kit.apps).named(device.app, unless.sensor);
  const newest = await sql<{ value: number | null; word: string | null }>`
    SELECT value, word FROM ${sql.raw(newestValues)} l WHERE device_id = ${device.id} AND sensor_id = ${sensor?.id ?? 0}`.execute(
    tx,
  );
  const [{ value, word } = { value: null, word: null }] = newest.rows;
  if (valueOf(sensor, value, word) === unless.is) throw refuse(409, unless.word, {}, unless.code);
}
