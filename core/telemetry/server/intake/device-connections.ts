import type { Client } from 'aedes';
import { gauge } from '#platform/server/monitoring/metrics.ts';

const open = gauge('mqtt_connections', 'Connections of devices to this gateway');

/** The number of connections of a device at a gateway. One more closes the oldest. */
export const maxConnections = 5;

/** A connection; `deviceId` and the hash of its secret are set at sign-in. */
export type DeviceClient = Client & { deviceId?: number; secretHash?: Buffer; subscribesCommands?: boolean };

/** The open connections of each device, the oldest first. */
export class DeviceConnections {
  private readonly byDevice = new Map<number, DeviceClient[]>();
  private count = 0;

  add(client: DeviceClient): void {
    const { deviceId } = client;
    if (deviceId === undefined) return;
    const connections = this.byDevice.get(deviceId) ?? [];
    this.byDevice.set(deviceId, [...connections, client]);
    open.set(++this.count);
    for (const oldest of connections.slice(0, Math.max(0, connections.length + 1 - maxConnections))) oldest.close();
  }

  remove(client: DeviceClient): void {
    const { deviceId } = client;
    const connections = deviceId === undefined ? undefined : this.byDevice.get(deviceId);
    if (deviceId === undefined || !connections?.includes(client)) return;
    const rest = connections.filter((other) => other !== client);
    if (rest.length > 0) this.byDevice.set(deviceId, rest);
    else this.byDevice.delete(deviceId);
    open.set(--this.count);
  }

  has = (deviceId: number): boolean => this.byDevice.has(deviceId);

  /** The newest connection that is subscribed to commands. */
  commandConnection = (deviceId: number): DeviceClient | undefined =>
    this.byDevice.get(deviceId)?.findLast((client) => client.subscribesCommands && !client.closed);

  /** The devices with a connection, each with the hashes of the secrets that its connections signed in with. */
  signedIn(): { id: number; secretHash: Buffer }[] {
    return [...this.byDevice].flatMap(([id, clients]) =>
      clients.flatMap(({ secretHash }) => (secretHash ? { id, secretHash } : [])),
    );
  }

  closeAll(deviceId: number): void {
    for (const client of this.byDevice.get(deviceId) ?? []) client.close();
  }
}
