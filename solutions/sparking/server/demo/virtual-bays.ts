import type { DeviceDemo } from '#core/device-app/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { type DemoStay, dayOf, numbersOf, startOfDay, staysOfDay } from './bay-days.ts';
import { baysBehind, type DemoDevice, deviceBySerial, flappingBay, stuckBay } from './demo-devices.ts';

type Acts = NonNullable<DeviceDemo['acts']>;
type Memory = Parameters<Acts>[2];
type Done = NonNullable<ReturnType<Acts>>;

const flapping = { everyMs: 180 * minuteMs, forMs: 8 * minuteMs, changesMs: 30_000 };
/** Of a hundred vehicles that leave, two are not seen. */
const seenShare = 0.98;

/** The vehicles that came to a bay yesterday and today, kept until the day is over. */
function recentStays({ kept }: Memory, { park }: DemoDevice, bay: string, now: number): readonly DemoStay[] {
  const day = dayOf(now);
  const known = kept.get(bay) as { day: number; stays: readonly DemoStay[] } | undefined;
  if (known?.day === day) return known.stays;
  const stays = [day - 1, day].flatMap((one) => staysOfDay(park.key, bay, one, park.habits));
  kept.set(bay, { day, stays });
  return stays;
}

const isWithin = (now: number) => (stay: DemoStay) => stay.from <= now && now < stay.to;

function isOccupied(memory: Memory, device: DemoDevice, bay: string, now: number): boolean {
  if (bay === stuckBay) return true;
  const within = now % flapping.everyMs;
  if (bay === flappingBay && within < flapping.forMs) return Math.floor(within / flapping.changesMs) % 2 === 0;
  return recentStays(memory, device, bay, now).some(isWithin(now));
}

/** When a vehicle charges: most begin soon after they have come, and are full before they leave; some never do. */
export function chargingIn(bay: string, { from, to }: DemoStay): DemoStay | undefined {
  const next = numbersOf(`charge ${bay} ${from}`);
  if (next() < 0.08) return undefined;
  const begin = from + Math.round((1 + 4 * next()) * minuteMs);
  const end = Math.min(to, begin + Math.round((35 + 70 * next()) * minuteMs));
  return begin < end ? { from: begin, to: end } : undefined;
}

function statesOf(memory: Memory, device: DemoDevice, now: number): Map<string, Record<string, boolean>> {
  return new Map(
    device.bays.map(({ channel, number, charges }) => {
      const occupied = isOccupied(memory, device, number, now);
      if (!charges) return [channel, { occupied }];
      const stay = recentStays(memory, device, number, now).find(isWithin(now));
      const charging = stay && chargingIn(number, stay);
      return [channel, { occupied, charging: charging !== undefined && isWithin(now)(charging) }];
    }),
  );
}

const reported = (memory: Memory) => (memory.kept.get('reported') ?? new Map()) as Map<string, string>;

/** What has changed at the bays of a device since it last reported. */
function changes(memory: Memory, device: DemoDevice, now: number) {
  const before = reported(memory);
  return [...statesOf(memory, device, now)].filter(
    ([channel, values]) => before.get(channel) !== JSON.stringify(values),
  );
}

function actAtBays(memory: Memory, device: DemoDevice, now: number): Done | undefined {
  const changed = changes(memory, device, now);
  if (changed.length === 0) return undefined;
  memory.kept.set(
    'reported',
    new Map([...reported(memory), ...changed.map(([channel, values]) => [channel, JSON.stringify(values)] as const)]),
  );
  const [first] = changed;
  if (first?.[0] === '') return { values: first[1] };
  return { channels: Object.fromEntries(changed) };
}

type Passed = { in: number; out: number };

const isSeen = (bay: string, { from }: DemoStay) => numbersOf(`gate ${bay} ${from}`)() < seenShare;

function passedBy(bay: string, stays: readonly DemoStay[], now: number): Passed {
  return {
    in: stays.filter(({ from }) => from <= now).length,
    out: stays.filter((stay) => stay.to <= now && isSeen(bay, stay)).length,
  };
}

const sum = (all: readonly Passed[]): Passed => ({
  in: all.reduce((total, one) => total + one.in, 0),
  out: all.reduce((total, one) => total + one.out, 0),
});

/** Who passed a counter on the days of the year before yesterday. It begins at zero each year. */
function passedBefore(memory: Memory, device: DemoDevice, now: number): Passed {
  const day = dayOf(now) - 1;
  const known = memory.kept.get('before') as { day: number; passed: Passed } | undefined;
  if (known?.day === day) return known.passed;
  const first = dayOf(Date.UTC(new Date(startOfDay(day)).getUTCFullYear(), 0, 1));
  const days = Array.from({ length: Math.max(0, day - first) }, (_, n) => first + n);
  const passed = sum(
    baysBehind(device).flatMap((bay) =>
      days.map((one) =>
        passedBy(bay, staysOfDay(device.park.key, bay, one, device.park.habits), Number.POSITIVE_INFINITY),
      ),
    ),
  );
  memory.kept.set('before', { day, passed });
  return passed;
}

function actAtGate(memory: Memory, device: DemoDevice, now: number): Done | undefined {
  const recent = baysBehind(device).map((bay) => passedBy(bay, recentStays(memory, device, bay, now), now));
  const { in: passIn, out: passOut } = sum([passedBefore(memory, device, now), ...recent]);
  const values = { passIn, passOut };
  const shown = JSON.stringify(values);
  if (memory.kept.get('passed') === shown) return undefined;
  memory.kept.set('passed', shown);
  return { values };
}

/** What the virtual device of a car park notices at its bays or its gate. */
export const actInCarPark: Acts = (_, now, memory) => {
  const device = deviceBySerial.get(memory.serial);
  if (!device) return undefined;
  return device.counter === null ? actAtBays(memory, device, now) : actAtGate(memory, device, now);
};

/** A vehicle wakes the sensor of its bay. */
export const stirsInCarPark: NonNullable<DeviceDemo['stirs']> = (_, now, memory) => {
  const device = deviceBySerial.get(memory.serial);
  return device !== undefined && changes(memory, device, now).length > 0;
};
