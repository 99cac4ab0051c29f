import { type Emitting, emit } from '#platform/server/domain-events.ts';
import { acceptsCommand } from '../../common/commands/accepts-command.ts';
import { guardsPosition } from '../../common/commands/command-guard.ts';
import type { Device, DeviceDetail } from '../../common/device.ts';

/** The newest position of a device if one of its commands depends on it; null otherwise. */
export async function guardedPosition(
  context: Emitting,
  { id, app, solutionId, hardware }: Device,
): Promise<DeviceDetail['position']> {
  const { commands = {} } = context.kit.apps.find((one) => one.id === app) ?? {};
  const depends = Object.values(commands).some(
    (spec) => guardsPosition(spec) && acceptsCommand(spec, solutionId, hardware.id),
  );
  if (!depends) return null;
  const positions = new Map<number, { at: number; speed: number | null }>();
  await emit(context, 'devices.positions', { ids: [id], positions });
  const newest = positions.get(id);
  return newest ? { at: new Date(newest.at).toISOString(), speed: newest.speed } : null;
}
