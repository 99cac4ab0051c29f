import type { LiveEvent } from '#platform/web/client/live.ts';
import type { Device } from '../common/device.ts';

export type MeasuredValue = { sensor: string; time: number; value: number | boolean | string | null };
type Values = { id: number; values: MeasuredValue[] };

export const topicOf = (id: number): string => `device:${id}`;
/** Of all devices that stand on a floor, or anywhere in a structure. */
export const topicOfPlace = ({ structureId, floorId }: { structureId: number; floorId: number | null }): string =>
  floorId === null ? `structure:${structureId}` : `floor:${floorId}`;

/** The values of an event about this device; empty for every other event. */
export const valuesIn = (event: LiveEvent, id: number): MeasuredValue[] =>
  event.type === 'values' && (event.data as Values).id === id ? (event.data as Values).values : [];

/** The device after a live event; null when the event does not say what became of it. Values only move forward in time. */
export function patchDevice<Row extends Device>(row: Row, event: LiveEvent): Row | null {
  if (event.topic === 'devices') {
    const mine = (event.data as { id: number }).id === row.id;
    return mine && (event.type === 'online' || event.type === 'offline')
      ? { ...row, online: event.type === 'online' }
      : null;
  }
  const measured = valuesIn(event, row.id);
  if (measured.length === 0) return event.topic === topicOf(row.id) ? row : null;
  const newest = new Map(measured.map((one) => [one.sensor, one]));
  const values = row.values.map((known) => {
    const next = newest.get(known.sensor);
    if (!next || (known.time && Date.parse(known.time) >= next.time)) return known;
    return { ...known, value: next.value, time: new Date(next.time).toISOString() };
  });
  const battery = values.find((one) => one.sensor === 'battery')?.value;
  return {
    ...row,
    values,
    online: true,
    battery: typeof battery === 'number' ? Math.round(battery) : row.battery,
    lastSeenAt: new Date(Math.max(Date.parse(row.lastSeenAt ?? '') || 0, Date.now())).toISOString(),
  };
}
