import { sql } from 'kysely';
import { addPastStates, type PastStates } from '#core/states/server/api.ts';
import { addEpisodes } from '#core/telemetry/server/api.ts';
import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { countQuarters } from '../analysis/count-quarters.ts';
import { afterMs, quartersAtOnce } from '../analysis/due-quarters.ts';
import { passSensors } from '../counters/count-passages.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { makeForecastsSoon } from '../forecast/due-forecasts.ts';
import { chargingSensor, occupiedSensor } from '../locations/slot-sources.ts';
import { storeSlotStates } from '../locations/slot-states.ts';
import { quarterMs } from '../stays/times.ts';
import { type DemoStay, staysBetween } from './bay-days.ts';
import { baysOf } from './car-parks.ts';
import type { MadeDevice, MadeGroup } from './demo.ts';
import { baysBehind, type DemoDevice, silentBay, stuckBay, stuckDays } from './demo-devices.ts';
import { addPastStays } from './past-stays.ts';
import { chargingIn } from './virtual-bays.ts';

/** A quarter: long enough for months to be compared, and for forecasts. */
const historyDays = 90;
const free = 0;
const occupied = 1;

type Starts = PastStates['starts'];

/** What a sensor that is on during these spans has been since a time. */
function startsOf(spans: readonly DemoStay[], since: number, now: number): Starts {
  const starts: { from: number; value: number | null }[] = [{ from: since, value: free }];
  for (const { from, to } of spans) {
    if (from <= since) starts[0] = { from: since, value: occupied };
    else starts.push({ from, value: occupied });
    if (to < now) starts.push({ from: to, value: free });
  }
  return starts;
}

/** Somebody has left a vehicle in one bay, and the sensor of another has fallen silent. */
function withFaults(number: string, starts: Starts, now: number): Starts {
  const [fault, days] =
    number === stuckBay ? [occupied, stuckDays] : number === silentBay ? [null, stuckDays + 1] : [free, 0];
  if (days === 0) return starts;
  const at = now - days * dayMs;
  const before = starts.filter(({ from }) => from < at);
  return before.at(-1)?.value === fault ? before : [...before, { from: at, value: fault }];
}

/** What the bays of a device were between two times, and whether vehicles charged there. */
export function statesOfDevice({ bays, park }: DemoDevice, since: number, now: number): Omit<PastStates, 'deviceId'>[] {
  return bays.flatMap(({ channel, number, charges }) => {
    const stays = staysBetween(park.key, number, park.habits, since, now);
    const starts = withFaults(number, startsOf(stays, since, now), now);
    const whether = { channel, sensorId: occupiedSensor, starts };
    if (!charges) return [whether];
    const charged = stays
      .flatMap((stay) => chargingIn(number, stay) ?? [])
      .filter(({ from, to }) => from < now && to > since);
    return [whether, { channel, sensorId: chargingSensor, starts: startsOf(charged, since, now) }];
  });
}

/** Adds what the bays were since the history of the demo begins, as intervals, and the stays that follow from them. */
export async function addPast(
  tx: Tx,
  kit: Kit,
  groups: readonly MadeGroup[],
  devices: readonly MadeDevice[],
): Promise<void> {
  const now = Date.now();
  const since = now - Math.min(historyDays, kit.settings.demoHistoryDays ?? historyDays) * dayMs;
  const states = devices.flatMap((device) =>
    statesOfDevice(device, since, now).map((of) => ({ deviceId: device.id, ...of })),
  );
  await addPastStates(tx, states);
  await storeSlotStates({ tx }, states.flatMap(currentOf));
  await addPastStays(tx, devices, states, now);
  await addCounts(tx, groups, now);
  for (const device of devices)
    if (device.counter !== null && device.group.series.length === 0) await addPassages(tx, device, since, now);
  await countPast(tx, groups, since);
}

/** What the counter of a group without bays has reported: who passed it, and its totals each quarter of an hour. */
async function addPassages(tx: Tx, device: MadeDevice, since: number, now: number): Promise<void> {
  const { id, park, made } = device;
  const stays = baysBehind(device).flatMap((bay) => staysBetween(park.key, bay, park.habits, since, now));
  const minuteOf = (at: number) => Math.floor(at / minuteMs) * minuteMs;
  const passed = [
    ...stays.map(({ from }) => ({ at: minuteOf(from), in: 1, out: 0 })),
    ...stays.map(({ to }) => ({ at: minuteOf(to), in: 0, out: 1 })),
  ].filter(({ at }) => at >= since && at < now);
  await sql`
    INSERT INTO sparking_flow (group_id, at, company_id, passed_in, passed_out)
    SELECT g.id, to_timestamp(n.at / 1000), g.company_id, sum(n."in"), sum(n."out")
      FROM jsonb_to_recordset(${JSON.stringify(passed)}::jsonb) AS n (at float8, "in" integer, "out" integer), sparking_group g
     WHERE g.id = ${made.id} GROUP BY g.id, n.at, g.company_id`.execute(tx);
  const quarters = Array.from({ length: Math.floor((now - since) / quarterMs) }, (_, n) => since + n * quarterMs);
  await addEpisodes(
    tx,
    (['in', 'out'] as const).flatMap((key) => {
      const times = passed.flatMap((one) => (one[key] > 0 ? one.at : [])).sort((a, b) => a - b);
      let value = 0;
      return quarters.map((at) => {
        while ((times[value] ?? now) < at) value += 1;
        const from = new Date(at).toISOString();
        return { device: id, sensor: passSensors[key], from, minutes: 0, value, isState: true as const };
      });
    }),
  );
}

/** The car parks have been there since the history of the demo begins, and its quarters are counted. */
async function countPast(tx: Tx, groups: readonly MadeGroup[], since: number): Promise<void> {
  const ids = [...new Set(groups.map(({ locationId }) => locationId))];
  const from = Math.ceil(since / quarterMs) * quarterMs;
  const begin = new Date(from).toISOString();
  await tx.updateTable('sparkingSlotVersion').set({ fromAt: begin }).where('locationId', '=', anyOf(ids)).execute();
  await tx.updateTable('sparkingHours').set({ fromAt: begin }).where('locationId', '=', anyOf(ids)).execute();
  const ended = Math.floor((Date.now() - afterMs) / quarterMs) * quarterMs;
  for (let at = from; at < ended; at += quartersAtOnce * quarterMs)
    await countQuarters(tx, ids, { from: at, to: Math.min(ended, at + quartersAtOnce * quarterMs) });
  await tx
    .updateTable('sparkingCounted')
    .set({ countedUntil: new Date(ended).toISOString(), dueAt: new Date(ended + quarterMs + afterMs).toISOString() })
    .where('id', '=', anyOf(ids))
    .execute();
  await makeForecastsSoon(tx, ids);
  // All of it has just been counted.
  await tx.deleteFrom('sparkingRecount').where('locationId', '=', anyOf(ids)).execute();
}

function currentOf({ deviceId, sensorId, channel, starts }: PastStates) {
  const last = starts.at(-1);
  if (!last) return [];
  const { from: since, value } = last;
  return [{ deviceId, sensorId, channel, value, since, quality: 'measured' as const }];
}

/** What the counters say now of the groups that have some. */
async function addCounts(tx: Tx, groups: readonly MadeGroup[], now: number): Promise<void> {
  const counted = groups.filter(({ group }) => group.counters);
  const [first] = counted;
  if (!first) return;
  const { companyId } = await tx
    .selectFrom('sparkingGroup')
    .select('companyId')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const inside = ({ park, group }: MadeGroup) =>
    baysOf(group).filter((bay) => staysBetween(park.key, bay, park.habits, now, now + 1).length > 0).length;
  await tx
    .insertInto('sparkingCount')
    .values(counted.map((one) => ({ id: one.id, companyId, anchor: inside(one) })))
    .execute();
  await queueTallies(
    tx,
    groups.map(({ locationId }) => ({ companyId, locationId })),
  );
}
