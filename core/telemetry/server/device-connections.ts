import type { Client } from 'aedes';
import { gauge } from '#platform/server/metrics.ts';

const open = gauge('mqtt_connections', 'Connections of devices to this gateway');

/** What one device may have open at one gateway; one more closes the oldest. */
export const maxConnections = 5;

/** A connection that has signed in. */
export type DeviceClient = Client & { deviceId?: number; listensForCommands?: boolean };

/** The open connections of each device, the oldest first. */
export class DeviceConnections {
  private readonly byDevice = new Map<number, DeviceClient[]>();
  private count = 0;

  add(client: DeviceClient): void {
    const { deviceId } = client;
    if (deviceId === undefined) return;
    const before = this.byDevice.get(deviceId) ?? [];
    this.byDevice.set(deviceId, [...before, client]);
    open.set(++this.count);
    for (const oldest of before.slice(0, Math.max(0, before.length + 1 - maxConnections))) oldest.close();
  }

  remove(client: DeviceClient): void {
    const { deviceId } = client;
    const before = deviceId === undefined ? undefined : this.byDevice.get(deviceId);
    if (deviceId === undefined || !before?.includes(client)) return;
    const rest = before.filter((one) => one !== client);
    if (rest.length > 0) this.byDevice.set(deviceId, rest);
    else this.byDevice.delete(deviceId);
    open.set(--this.count);
  }

  has = (deviceId: number): boolean => this.byDevice.has(deviceId);

  /** The newest connection over which the device takes commands. */
  listening = (deviceId: number): DeviceClient | undefined =>
    this.byDevice.get(deviceId)?.findLast((client) => client.listensForCommands && !client.closed);

  closeAll(deviceId: number): void {
    for (const client of this.byDevice.get(deviceId) ?? []) client.close();
  }
}
