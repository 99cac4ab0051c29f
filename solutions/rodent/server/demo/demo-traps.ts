import { demoDeviceSecret } from '#core/device-app/server/api.ts';
import { seedLastSeen, seedLatestValues } from '#core/devices/server/api.ts';
import { addInstalledDevice } from '#core/inventory/server/api.ts';
import { addDemoPlan } from '#core/layouts/server/api.ts';
import { demoSpaces, demoStructures, floorAtLevel } from '#core/places/server/api.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { TrapKind, TrapZone } from '../../common/trap.ts';
import { sensorIds } from '../hits/trap-messages.ts';

/** Serial numbers of the virtual traps with MQTT, of those in the radio network, and of those that are silent. */
export const serials = { mqtt: '70B3D5E6', radio: '70B3D5E7', silent: '70B3D5E8' } as const;
const radioTraps = 5;
/** By their place in the list: one of each kind of room. */
const silentTraps: readonly number[] = [14, 37, 66];
const trapModel = { solutionId: 28, hardwareId: 2801 } as const;
/** Longer than the history, so that nobody is reminded of them. */
const token = { activatedDaysAgo: 390, expiresInDays: 730 };

export type DemoTrap = {
  id: number;
  number: number;
  structureId: number;
  floorId: number | null;
  spaceId: number | null;
  zone: TrapZone;
  kind: TrapKind;
  serial: string;
};

type Room = { structure: string; space: string; name: string; count: number; zone: TrapZone; at: [number, number][] };

/** A line of spots on the plan, as fractions of its sides. */
const line = (count: number, [x1, y1]: [number, number], [x2, y2]: [number, number]): [number, number][] =>
  Array.from({ length: count }, (_, n) => {
    const share = count === 1 ? 0 : n / (count - 1);
    return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  });

export const sites = { centre: 'Qasr Distribution Centre', mall: 'Qasr Mall' } as const;

/** The rooms in which traps stand, in the order of their numbers. */
const rooms: readonly Room[] = [
  {
    structure: sites.centre,
    space: 'Loading bay',
    name: 'رصيف التحميل',
    count: 16,
    zone: 'interior',
    at: [...line(8, [0.06, 0.62], [0.24, 0.62]), ...line(8, [0.06, 0.92], [0.24, 0.92])],
  },
  {
    structure: sites.centre,
    space: 'Cold store',
    name: 'Cold store',
    count: 16,
    zone: 'interior-food',
    at: [...line(8, [0.28, 0.62], [0.66, 0.62]), ...line(8, [0.28, 0.92], [0.66, 0.92])],
  },
  {
    structure: sites.centre,
    space: 'Perimeter',
    name: 'Perimeter',
    count: 16,
    zone: 'exterior',
    at: [
      ...line(8, [0.04, 0.02], [0.96, 0.02]),
      ...line(4, [0.985, 0.15], [0.985, 0.9]),
      ...line(4, [0.014, 0.15], [0.014, 0.9]),
    ],
  },
  {
    structure: sites.mall,
    space: 'Food court',
    name: 'ساحة المطاعم',
    count: 22,
    zone: 'interior-food',
    at: [...line(11, [0.06, 0.46], [0.94, 0.46]), ...line(11, [0.06, 0.54], [0.94, 0.54])],
  },
];

const kinds: readonly TrapKind[] = ['snap', 'snap', 'electronic', 'snap', 'multi-catch', 'snap', 'electronic'];

/** Installs the traps of the demo and puts them on the plans of their sites. */
export async function addDemoTraps(tx: Tx, kit: Kit, companyId: number): Promise<DemoTrap[]> {
  const structures = await demoStructures(tx);
  const traps: DemoTrap[] = [];
  for (const [site, ofSite] of Map.groupBy(rooms, ({ structure }) => structure)) {
    const structureId = structures[site] as number;
    const floorId = (await floorAtLevel(tx, structureId, 0))?.id ?? null;
    const spaces = await demoSpaces(tx, structureId);
    const spots: { id: number; x: number; y: number }[] = [];
    let number = 0;
    for (const { space, name, count, zone, at } of ofSite)
      for (let nth = 0; nth < count; nth++) {
        number++;
        const serial = serialOf(traps.length);
        const place = { structureId, floorId, spaceId: spaces[space] ?? null };
        const secret = demoDeviceSecret(kit, serial);
        const device = { companyId, app: 'rodent', ...trapModel, name: `${name} ${nth + 1}`, serial };
        const id = await addInstalledDevice(tx, { ...device, ...place, secret, token });
        const [x, y] = at[nth] ?? [0, 0];
        spots.push({ id, x, y });
        traps.push({ id, number, ...place, zone, kind: kinds[traps.length % kinds.length] as TrapKind, serial });
      }
    await addDemoPlan({ tx, kit }, { companyId, structureId }, spots);
  }
  await tx
    .insertInto('rodentTrap')
    .values(
      traps.map(({ id, structureId, number, kind, zone }) => ({
        id,
        companyId,
        structureId,
        number,
        kind,
        zone,
        target: zone === 'exterior' ? ('rat' as const) : ('both' as const),
        lure: zone === 'exterior' ? 'Peanut paste' : 'Hazelnut cream',
        capacity: kind === 'multi-catch' ? 10 : null,
      })),
    )
    .execute();
  return traps;
}

/** The first traps of the centre are in the radio network, one of each room is silent. */
function serialOf(index: number): string {
  const number = (prefix: string, n: number) => `${prefix}${n.toString(16).toUpperCase().padStart(8, '0')}`;
  if (index < radioTraps) return number(serials.radio, index + 1);
  const silent = silentTraps.indexOf(index);
  if (silent >= 0) return number(serials.silent, silent + 1);
  return number(serials.mqtt, index + 1);
}

/** Until when a trap was heard, in ms since 1970: the silent ones for some days no longer. */
export const heardUntil = ({ serial }: Pick<DemoTrap, 'serial'>, now: number): number =>
  serial.startsWith(serials.silent) ? now - Number(serial.slice(-1)) * 6 * dayMs : now;

/** What the traps last said: the counter of their hits, the battery and the temperature. */
export async function seedTraps(
  tx: Tx,
  kit: Kit,
  traps: readonly DemoTrap[],
  hits: ReadonlyMap<number, number>,
): Promise<void> {
  const now = Date.now();
  const seen = traps.map((trap) => ({ ...trap, at: Math.min(heardUntil(trap, now), now - hourMs) }));
  // The others are heard when their virtual traps begin.
  const silent = seen.filter(({ serial }) => serial.startsWith(serials.silent));
  await seedLastSeen(
    tx,
    kit,
    silent.map(({ id, at }) => ({ device: id, time: new Date(at).toISOString() })),
  );
  await seedLatestValues(
    tx,
    seen.flatMap(({ id, number, zone, at }) =>
      [
        { sensor: sensorIds.counter, value: hits.get(id) ?? 0 },
        { sensor: 1, value: number % 17 === 9 ? 17 : 58 + ((number * 7) % 41) },
        { sensor: sensorIds.temperature, value: zone === 'interior-food' ? 4 : 29 },
      ].map((one) => ({ device: id, time: new Date(at).toISOString(), ...one })),
    ),
  );
}
