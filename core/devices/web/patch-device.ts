import type { LiveEvent } from '#platform/web/client/live/live.ts';
import { connectedAs, connections } from '../common/connection.ts';
import type { Device, DeviceDetail } from '../common/device.ts';

export type MeasuredValue = { sensor: string; time: number; value: number | boolean | string | null };
type ValuesEvent = { id: number; values: MeasuredValue[] };
type PositionEvent = { id: number; flags: number; time: number; speed: number | null };

export const deviceTopic = (id: number): string => `device:${id}`;
/** The topic of all devices on a floor or in a structure. */
export const placeTopic = ({ structureId, floorId }: { structureId: number; floorId: number | null }): string =>
  floorId === null ? `structure:${structureId}` : `floor:${floorId}`;

/** The values of an event about this device; empty for other events. */
export const valuesIn = (event: LiveEvent, id: number): MeasuredValue[] =>
  event.type === 'values' && (event.data as ValuesEvent).id === id ? (event.data as ValuesEvent).values : [];

/** The device after a live event; null if the event is not enough to update it. Older values are ignored. */
export function patchDevice<Row extends Device>(row: Row, event: LiveEvent): Row | null {
  if (event.topic === 'devices') {
    const concerned = (event.data as { id: number }).id === row.id;
    const connection = connections.find((one) => one === event.type);
    if (!concerned || !connection) return null;
    // It connects by a message, whose values are not sent without a subscription.
    return { ...row, connection, lastSeenAt: connection === 'offline' ? row.lastSeenAt : new Date().toISOString() };
  }
  const measured = valuesIn(event, row.id);
  if (measured.length === 0) return event.topic === deviceTopic(row.id) ? row : null;
  const newest = new Map(measured.map((value) => [value.sensor, value]));
  const values = row.values.map((current) => {
    const next = newest.get(current.sensor);
    if (!next || (current.time && Date.parse(current.time) >= next.time)) return current;
    return { ...current, value: next.value, time: new Date(next.time).toISOString() };
  });
  const battery = values.find((value) => value.sensor === 'battery')?.value;
  return {
    ...row,
    values,
    connection: connectedAs(row.connectivity),
    battery: typeof battery === 'number' ? Math.round(battery) : row.battery,
    lastSeenAt: new Date(Math.max(Date.parse(row.lastSeenAt ?? '') || 0, Date.now())).toISOString(),
  };
}

/** The device with the position of an event, unless it is in doubt; unchanged after other events. */
export function patchPosition<Row extends Pick<DeviceDetail, 'id' | 'position'>>(
  device: Row,
  { type, data }: LiveEvent,
): Row {
  if (type !== 'position') return device;
  const { id, flags, time, speed } = data as PositionEvent;
  return id === device.id && flags === 0
    ? { ...device, position: { at: new Date(time).toISOString(), speed } }
    : device;
}
