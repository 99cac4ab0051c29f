import { devicesWithQueuedCommands } from '#core/commands/server/api.ts';
import { type DeviceDirectory, signedOutDevices } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { CommandDelivery } from '../command-delivery.ts';
import type { DeviceConnections } from './device-connections.ts';

type Followed = { intake: { directory: DeviceDirectory }; connections: DeviceConnections; commands: CommandDelivery };

/** Sends queued commands at once, and closes the connections of devices that may no longer be signed in. */
export function followChanges(
  kit: Kit,
  { intake: { directory }, connections, commands }: Followed,
): () => Promise<void> {
  const logError = (what: string) => (error: Error) => kit.log.error({ err: error }, what);
  const send = (deviceId: number): void => {
    const client = connections.commandConnection(deviceId);
    if (client) commands.send(client, { resend: false }).catch(logError('sending commands failed'));
  };
  const closeIfCutOff = (id: number): void => {
    if (!connections.has(id)) return;
    directory.load([id]).then(() => {
      if (directory.peek(id)?.cutOff !== false) connections.closeAll(id);
    }, logError('reading a changed device failed'));
  };
  const stops = [
    kit.signals.on('command.queued', ({ deviceId }) => send(deviceId)),
    // A suspended or removed device is disconnected at once.
    kit.signals.on('device.changed', ({ id }) => closeIfCutOff(id)),
    kit.signals.on('credential.renewed', ({ id }) => connections.closeAll(id)),
    kit.signals.reconcileBy('comparing connections with their devices', async () => {
      const signedIn = connections.signedIn();
      if (signedIn.length === 0) return;
      for (const id of await signedOutDevices(kit, signedIn)) connections.closeAll(id);
      for (const id of await devicesWithQueuedCommands(
        kit,
        signedIn.map(({ id }) => id),
      ))
        send(id);
    }),
  ];
  return async () => {
    for (const stop of stops) stop();
  };
}
