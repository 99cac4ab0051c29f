import { sql } from 'kysely';
import type { PastStates } from '#core/states/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { chargingSensor, occupiedSensor } from '../locations/slot-sources.ts';
import { chargingOf } from '../stays/charging.ts';
import { type BayState, deriveStays } from '../stays/derive-stays.ts';
import { recordStays } from '../stays/record-stays.ts';
import { type SlotFacts, slotFacts } from '../stays/slot-facts.ts';
import { type NewStay, storeStays } from '../stays/stored-stays.ts';
import type { MadeDevice } from './demo.ts';

/** A bay with what its sensors have said. */
type Past = { slot: SlotFacts; states: readonly BayState[]; charging: readonly BayState[] };

const statesOf = ({ starts }: PastStates): BayState[] =>
  starts.map(({ from, value }, n) => ({ from, to: starts[n + 1]?.from ?? null, value, quality: 'measured' }));

/** When the state began that a bay was in a day ago. What follows is recorded in the usual way. */
const cutOf = ({ states }: Past, now: number): number =>
  states.findLast(({ from }) => from <= now - dayMs)?.from ?? Number.NEGATIVE_INFINITY;

/**
 * Adds the intervals and stays of bays that follow from these states of their sensors. Nothing of that is known yet, so
 * that all that is over is written without looking for what it changes.
 */
export async function addPastStays(
  tx: Tx,
  devices: readonly MadeDevice[],
  all: readonly PastStates[],
  now: number,
): Promise<void> {
  const ofSensor = (sensorId: number) =>
    new Map(
      all.flatMap((one) => (one.sensorId === sensorId ? [[`${one.deviceId} ${one.channel}`, statesOf(one)]] : [])),
    );
  const [occupied, charging] = [ofSensor(occupiedSensor), ofSensor(chargingSensor)];
  const keyOf = new Map(
    devices.flatMap(({ id, bays, made }) =>
      bays.flatMap(({ channel, number }) => {
        const slot = made.bays.get(number);
        return slot === undefined ? [] : [[slot, `${id} ${channel}`] as const];
      }),
    ),
  );
  const past = (await slotFacts(tx, [...keyOf.keys()])).map((slot): Past => {
    const key = keyOf.get(slot.id) ?? '';
    const isOn = (charging.get(key) ?? []).filter(({ value }) => value === 1);
    return { slot, states: occupied.get(key) ?? [], charging: isOn };
  });
  await addIntervals(tx, past, now);
  await storeStays(
    tx,
    past.flatMap((one) => endedStays(one, now)),
  );
  await recordStays(
    { tx },
    past.map((one) => ({ id: one.slot.id, from: cutOf(one, now) })),
  );
}

const before = (one: Past, now: number): BayState[] => one.states.filter(({ from }) => from < cutOf(one, now));

function endedStays(one: Past, now: number): NewStay[] {
  const { id: slotId, companyId, locationId, groupId, ghostSeconds } = one.slot;
  return deriveStays(before(one, now), null).flatMap((stay): NewStay[] =>
    stay.to === null
      ? []
      : [
          {
            ...stay,
            ...{ id: null, slotId, companyId, locationId, groupId, raised: [], dueAt: null },
            counted: stay.to - stay.from >= ghostSeconds * 1000,
            chargedSeconds: chargingOf(one.charging, stay).seconds,
          },
        ],
  );
}

async function addIntervals(tx: Tx, past: readonly Past[], now: number): Promise<void> {
  const rows = past.flatMap((one) =>
    before(one, now).flatMap(({ from, to, value }) =>
      value === null ? [] : [{ slotId: one.slot.id, companyId: one.slot.companyId, from, to, occupied: value > 0 }],
    ),
  );
  await sql`
    INSERT INTO sparking_interval (slot_id, from_at, to_at, company_id, occupied, quality)
    SELECT "slotId", to_timestamp("from" / 1000), to_timestamp("to" / 1000), "companyId", occupied, 'measured'
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n ("slotId" integer, "companyId" integer, "from" float8, "to" float8, occupied boolean)`.execute(
    tx,
  );
}
