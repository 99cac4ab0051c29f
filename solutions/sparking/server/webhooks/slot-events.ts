import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { WebhookEventData } from '../../common/webhook-events.ts';
import { occupiedSensor, slotSources } from '../locations/slot-sources.ts';
import { lockSlots, type Recorded } from '../stays/record-stays.ts';
import { actingIn, isWanted, tell } from './tell.ts';

type Seen = Pick<WebhookEventData<'slot.changed'>, 'group' | 'state' | 'since' | 'quality'> & {
  id: number;
  number: string;
  companyId: number;
  locationId: number;
};

async function statesOf(tx: Tx, ids: readonly number[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    SELECT t.id, t.number, t.company_id, t.location_id, coalesce(s.state, 'unknown') AS state, s.since, s.quality,
           (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM sparking_group g WHERE g.id = t.group_id) AS "group"
      FROM sparking_slot t LEFT JOIN sparking_slot_state s ON s.id = t.id WHERE t.id = ANY (${ids}::integer[]) ORDER BY t.id`.execute(
    tx,
  );
  return rows;
}

/** Does something that may change the states of bays, and tells the webhooks of those that have changed, if there are any. */
export async function tellingSlots(
  context: Emitting,
  slotsOf: () => Promise<readonly number[]>,
  change: () => Promise<void>,
): Promise<void> {
  if (!(await isWanted(context, 'slot.changed'))) return change();
  const { tx, actor } = context;
  const before = await bypassRls(tx, actor.scope, async () => {
    const ids = await slotsOf();
    await lockSlots(context, ids);
    return statesOf(tx, ids);
  });
  await change();
  const stateBefore = new Map(before.map(({ id, state }) => [id, state]));
  await bypassRls(tx, actor.scope, async () => {
    const now = await statesOf(
      tx,
      before.map(({ id }) => id),
    );
    const changed = now.filter(({ id, state }) => state !== stateBefore.get(id));
    if (changed.length === 0) return;
    const by = await actingIn(context);
    await tell(
      context,
      'slot.changed',
      changed.map(({ id, number, companyId, locationId, ...seen }) => ({
        ...{ companyId, locationId },
        data: { slot: { id, number }, ...seen, before: stateBefore.get(id) ?? 'unknown', by },
      })),
    );
  });
}

/** The bays that these devices have left or entered. They are not those that their channels watch, which stay. */
export async function slotsOfMoves({ tx }: Emitting, { moves }: DomainEvents['devices.moved']): Promise<number[]> {
  const devices = moves.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM sparking_slot_state s WHERE s.device_id = ANY (${devices}::integer[]) AND s.channel = ''
    UNION
    SELECT t.id FROM ${sql.raw(deviceFacts)} d JOIN sparking_slot t ON t.id = d.space_id AND t.retired_at IS NULL
     WHERE d.id = ANY (${devices}::integer[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The bays whose sensors have changed. */
export async function slotsOfChanges({ tx }: Emitting, { changes }: DomainEvents['states.changed']): Promise<number[]> {
  const ours = changes.filter(({ sensorId }) => sensorId === occupiedSensor);
  if (ours.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT o.space_id AS id FROM ${slotSources} o
      JOIN unnest(${ours.map(({ deviceId }) => deviceId)}::integer[], ${ours.map(({ channel }) => channel)}::text[]) AS n (device_id, channel)
        ON o.device_id = n.device_id AND o.channel = n.channel`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Tells the webhooks of the stays that have ended, each once: a later report that corrects one does not end it again. */
export async function tellEndedStays(context: Emitting, { derived, changed }: Recorded): Promise<void> {
  const bySlot = new Map(derived.map((one) => [one.slot.id, one]));
  const ended = changed.flatMap((stay) => {
    const of = bySlot.get(stay.slotId);
    const known = of?.before.find(({ from }) => from === stay.from);
    if (!of || stay.to === null || (known && known.to !== null)) return [];
    const { quality, endQuality, counted, chargedSeconds, companyId, locationId } = stay;
    const [from, to] = [new Date(stay.from).toISOString(), new Date(stay.to).toISOString()];
    const slot = { id: of.slot.id, number: of.slot.number };
    return [{ companyId, locationId, data: { slot, from, to, quality, endQuality, counted, chargedSeconds } }];
  });
  await tell(context, 'stay.ended', ended);
}
