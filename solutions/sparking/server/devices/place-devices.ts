import { sql } from 'kysely';
import { changeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { stateIntervals } from '#core/states/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { hardware } from '../../common/devices.ts';
import type { PlacingItem, PlacingResult, placingRoutes } from '../../common/placing.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { isSeenSlot } from '../locations/sites.ts';
import { occupiedSensor } from '../locations/slot-sources.ts';
import { storeSlotStates } from '../locations/slot-states.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { moveStays } from '../stays/moved-stays.ts';
import { type BayPlace, type Device, planMoves, type Refused } from './plan-moves.ts';

type Placing = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;

const withChannels = new Set(hardware.flatMap(({ id, channels }) => (channels ? [id] : [])));

async function baysOf({ tx, actor }: Placing, items: readonly PlacingItem[]): Promise<Map<number, BayPlace>> {
  const ids = items.flatMap(({ space, spaceId }) => space ?? spaceId ?? []);
  const { rows } = await sql<BayPlace>`
    SELECT t.id, t.company_id, t.location_id, t.floor_id, t.number FROM sparking_slot t
     WHERE t.id = ANY (${ids}::integer[]) AND ${isSeenSlot(actor)}`.execute(tx);
  return new Map(rows.map((bay) => [bay.id, bay]));
}

/** The devices of items and those in their bays. */
async function devicesOf({ tx }: Placing, items: readonly PlacingItem[], bays: ReadonlyMap<number, BayPlace>) {
  const { rows } = await sql<Device>`
    SELECT d.id, d.name, d.hardware_id, d.state, d.structure_id, d.floor_id, d.space_id FROM ${sql.raw(deviceFacts)} d
     WHERE d.app = 'sparking' AND (d.id = ANY (${items.map(({ id }) => id)}::integer[]) OR d.space_id = ANY (${[...bays.keys()]}::integer[]))
     ORDER BY d.id`.execute(tx);
  return new Map(rows.map((device) => [device.id, device]));
}

type Channel = { deviceId: number; channel: string; spaceId: number | null; priority: number | null };

/** Lets channels watch other bays, or none, with the state that they reported last. */
async function placeChannels(context: Placing, channels: readonly Channel[]): Promise<number[]> {
  if (channels.length === 0) return [];
  const { tx } = context;
  const given = sql`jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) AS n ("deviceId" integer, channel text, "spaceId" integer, priority integer)`;
  const left = await sql<{ spaceId: number }>`
    WITH gone AS (
      DELETE FROM sparking_slot_state s USING ${given} WHERE s.device_id = n."deviceId" AND s.channel = n.channel)
    SELECT c.space_id FROM sparking_channel c JOIN ${given} ON c.device_id = n."deviceId" AND c.channel = n.channel`.execute(
    tx,
  );
  await sql`
    DELETE FROM sparking_channel c USING ${given}
     WHERE c.device_id = n."deviceId" AND c.channel = n.channel AND n."spaceId" IS NULL`.execute(tx);
  await sql`
    INSERT INTO sparking_channel AS c (company_id, device_id, channel, space_id, priority)
    SELECT t.company_id, n."deviceId", n.channel, t.id, coalesce(n.priority, 1) FROM ${given} JOIN sparking_slot t ON t.id = n."spaceId"
    ON CONFLICT (device_id, channel) DO UPDATE SET space_id = excluded.space_id, priority = excluded.priority`.execute(
    tx,
  );
  const entered = channels.flatMap(({ spaceId }) => spaceId ?? []);
  return [...new Set([...left.rows.map(({ spaceId }) => spaceId), ...entered])];
}

/** What channels reported last is the state of the bays that they watch now. */
async function readStates(context: Placing, channels: readonly Channel[]): Promise<void> {
  const of = { devices: channels.map(({ deviceId }) => deviceId), sensorId: occupiedSensor };
  const found = await bypassRls(context.tx, context.actor.scope, () =>
    stateIntervals(context.tx, { ...of, from: Date.now(), to: Number.POSITIVE_INFINITY }),
  );
  const changes = channels.flatMap(({ deviceId, channel }) => {
    const now = found.get(deviceId)?.findLast((one) => one.channel === channel && one.to === null);
    if (!now) return [];
    const { value, from, quality } = now;
    return [{ deviceId, channel, sensorId: occupiedSensor, value, quality, since: from }];
  });
  await storeSlotStates(context, changes);
}

/** Does what the items say, with a result for each. */
export async function placeInBays(context: Placing, items: readonly PlacingItem[]): Promise<PlacingResult[]> {
  const { tx, actor } = context;
  const bays = await baysOf(context, items);
  const devices = await devicesOf(context, items, bays);
  const mayInstallAt = (id: number | null) => hasAbilityOn(actor.session, 'sparking', 'device', 'install', id);
  const { moves, refused } = planMoves(items, { devices, bays, mayInstallAt });
  const given = moves.map(({ id, name, to }) => ({ id, ...(name === undefined ? {} : { name }), ...to }));
  for (const { id, result } of await changeDevices(context, 'sparking', given))
    if (result !== 'updated') refused.set(id, { code: result });
  const channels = channelsOf(items, devices, refused, mayInstallAt);
  const watched = await placeChannels(context, channels);
  if (watched.length > 0) {
    await readStates(context, channels);
    await moveStays(context, watched);
    const places = await tx
      .selectFrom('sparkingSlot')
      .select(['locationId', 'companyId'])
      .distinct()
      .where('id', '=', anyOf(watched))
      .execute();
    await queueTallies(tx, places);
    tellLocations(
      context,
      places.map(({ locationId, companyId }) => ({ id: locationId, companyId })),
    );
  }
  return items.map(({ id }) => ({ id, ok: !refused.has(id), ...refused.get(id) }));
}

export const placingHandlers: Handlers<typeof placingRoutes> = {
  bulk: (context) => placeInBays(context, context.body.items),
};

function channelsOf(
  items: readonly PlacingItem[],
  devices: ReadonlyMap<number, Device>,
  refused: Map<number, Refused>,
  mayInstallAt: (structureId: number | null) => boolean,
): Channel[] {
  return items.flatMap(({ id, channel, space = null, priority = null }): Channel[] => {
    const device = devices.get(id);
    if (channel === undefined || !device || refused.has(id)) return [];
    if (!withChannels.has(device.hardwareId)) refused.set(id, { code: 'no-channels' });
    else if (!mayInstallAt(device.structureId)) refused.set(id, { code: 'no-permission' });
    return refused.has(id) ? [] : [{ deviceId: id, channel, spaceId: space, priority }];
  });
}
