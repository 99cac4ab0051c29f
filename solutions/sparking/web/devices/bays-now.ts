import { z } from 'zod';
import { serialIn } from '#core/devices/common/serial.ts';
import { type WaitingCall, waitingStateOf } from '#platform/web/offline/waiting/waiting-call.ts';
import type { BayToPair } from '../../common/pairing.ts';

/** The names of a location and of a bay in kept pairings. */
export const keptPairing = (locationId: number, bayId: number): string => `pairing/${locationId} bay-sensor/${bayId}`;

/** A pairing that this phone keeps: it waits for a network, or was refused or became too old. */
export type KeptPair = {
  key: string;
  bayId: number;
  serial: string;
  state: 'waiting' | 'refused' | 'expired';
  reason: string;
};
/** A bay with what this phone keeps for it. Its sensor is null also if that one is about to leave for another bay. */
export type BayNow = BayToPair & { kept: KeptPair | null };

const body = z.object({ serial: z.string() });

/** The kept pairings of a location, the oldest first. */
export function keptPairsOf(calls: readonly WaitingCall[], locationId: number, now = Date.now()): KeptPair[] {
  return calls.flatMap((call) => {
    const parsed = body.safeParse(call.body);
    const [, location, bay] = /^pairing\/(\d+) bay-sensor\/(\d+)$/.exec(call.of) ?? [];
    if (!parsed.success || Number(location) !== locationId) return [];
    const { key, refusal } = call;
    return [
      { key, bayId: Number(bay), serial: parsed.data.serial, state: waitingStateOf(call, now), reason: refusal ?? '' },
    ];
  });
}

/** As people count: A-9 before A-10. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** The bays in the order of a walk, floor by floor, with what is kept for them. */
export function baysNow(bays: readonly BayToPair[], kept: readonly KeptPair[]): BayNow[] {
  const byBay = new Map(kept.map((pair) => [pair.bayId, pair]));
  const goesTo = new Map(kept.flatMap(({ state, serial, bayId }) => (state === 'waiting' ? [[serial, bayId]] : [])));
  return bays
    .map((bay): BayNow => {
      const leaves = bay.sensor !== null && (goesTo.get(bay.sensor.serial) ?? bay.id) !== bay.id;
      return { ...bay, sensor: leaves ? null : bay.sensor, kept: byBay.get(bay.id) ?? null };
    })
    .toSorted((a, b) => inOrder(a.floor?.name ?? '', b.floor?.name ?? '') || inOrder(a.number, b.number));
}

/** Whether something watches the bay, or will as soon as there is a network. */
export const hasSensor = ({ sensor, kept, watchedBy }: BayNow): boolean =>
  sensor !== null || watchedBy !== null || kept?.state === 'waiting';

/** The next bay of the walk that has no sensor, behind this one, else from the beginning; null if all have one. */
export function nextFree(bays: readonly BayNow[], after: number | null): BayNow | null {
  const at = bays.findIndex(({ id }) => id === after);
  return [...bays.slice(at + 1), ...bays.slice(0, at + 1)].find((bay) => !hasSensor(bay) && bay.id !== after) ?? null;
}

/** What a code is: that on the wall of a bay, or the label of a sensor; null for anything else. */
export function readScan(text: string, bays: readonly BayNow[]): { bay: BayNow } | { serial: string } | null {
  const code = text.trim().toLowerCase();
  const ofCode = bays.find((bay) => bay.code?.toLowerCase() === code);
  const bay = ofCode ?? bays.find(({ number }) => number.toLowerCase() === code);
  if (bay) return { bay };
  const serial = serialIn(text);
  return serial ? { serial } : null;
}

/** What pairing this sensor with this bay would do, as far as the phone knows without a network. */
export type Outlook =
  | { kind: 'incomplete' | 'ready' | 'there' }
  /** The sensor leaves this bay. */
  | { kind: 'moves'; from: BayNow }
  /** Each of the two sensors is in the bay of the other. */
  | { kind: 'swaps'; from: BayNow; sensor: string }
  | { kind: 'bay-taken'; sensor: string }
  | { kind: 'bay-waits'; sensor: string }
  | { kind: 'sensor-waits'; at: BayNow };

export function outlookOf(serial: string, bay: BayNow | null, bays: readonly BayNow[]): Outlook {
  if (serial === '') return { kind: 'incomplete' };
  const waitsAt = bays.find(({ kept }) => kept?.state === 'waiting' && kept.serial === serial);
  if (waitsAt) return waitsAt.id === bay?.id ? { kind: 'there' } : { kind: 'sensor-waits', at: waitsAt };
  if (!bay) return { kind: 'incomplete' };
  if (bay.kept?.state === 'waiting') return { kind: 'bay-waits', sensor: bay.kept.serial };
  const from = bays.find(({ sensor }) => sensor?.serial === serial);
  if (from?.id === bay.id) return { kind: 'there' };
  if (bay.sensor) {
    const { serial: sensor } = bay.sensor;
    return from ? { kind: 'swaps', from, sensor } : { kind: 'bay-taken', sensor };
  }
  return from ? { kind: 'moves', from } : { kind: 'ready' };
}
