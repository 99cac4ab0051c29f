/** How devices of a model are connected: all the time, waking at each interval, or waking by hand or motion. */
export const connectivities = ['session', 'interval', 'touch'] as const;
export type Connectivity = (typeof connectivities)[number];

/**
 * The connection of a device. A device that is not connected all the time sleeps between its messages: it is never online.
 * Every device is offline after three missed intervals.
 */
export const connections = ['online', 'sleeping', 'offline'] as const;
export type Connection = (typeof connections)[number];

/** The connection as people see it: a device that has never sent anything is not offline yet. */
export const shownConnection = (device: {
  connection: Connection;
  state: string;
  lastSeenAt: string | null;
}): Connection | 'not-installed' | 'never-connected' =>
  device.lastSeenAt !== null || device.connection !== 'offline'
    ? device.connection
    : device.state === 'inventory'
      ? 'not-installed'
      : 'never-connected';

/** The connection of a device that has just sent a message. */
export const connectedAs = (connectivity: Connectivity): Connection =>
  connectivity === 'session' ? 'online' : 'sleeping';

/** When a sleeping device is expected to send its next message; null for others. `now` is in ms since 1970. */
export function nextWake(
  device: { connection: Connection; lastSeenAt: string | null; reportEverySeconds: number },
  now: number,
): string | null {
  if (device.connection !== 'sleeping' || device.lastSeenAt === null) return null;
  const seen = Date.parse(device.lastSeenAt);
  const intervalMs = device.reportEverySeconds * 1000;
  const intervals = Math.max(1, Math.ceil((now - seen) / intervalMs));
  return new Date(seen + intervals * intervalMs).toISOString();
}
