import { sql } from 'kysely';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import type { BodyIn } from '#platform/common/route.ts';
import { records } from '#platform/server/records/records.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { counter, counterList, counterModels, type counterRoutes, type ShownCounter } from '../../common/counter.ts';
import { readGroup } from '../locations/groups.ts';
import { assertMay, readableAt } from '../locations/sites.ts';

const entity = { table: 'sparking_counter', list: counterList, row: counter.row };
const options: WriteOptions<ShownCounter> = {
  select: () => ({ locationId: sql.ref('t.location_id'), device: deviceNamed('t.device_id') }),
  seen: (actor) => readableAt(actor, 'counter', 't.location_id'),
};
const { read, list } = records<ShownCounter>(entity, options);
const writer = recordWriter<ShownCounter, object>(entity, options);

/** A counter is installed where it counts vehicles, and can count them. */
async function assertDevice({ tx }: Pick<Context, 'tx'>, deviceId: number, locationId: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM ${sql.raw(deviceFacts)} d
     WHERE d.id = ${deviceId} AND d.app = 'sparking' AND d.state = 'installed' AND d.structure_id = ${locationId}
       AND d.hardware_id = ANY (${counterModels}::integer[])`.execute(tx);
  if (rows.length === 0) throw invalid('deviceId', 'invalid');
}

type Counting = Pick<BodyIn<typeof counterRoutes.create>, 'groupId' | 'deviceId' | 'gate'> & { id?: number };

/** A device or gate counts a group once. */
async function assertFirst({ tx }: Pick<Context, 'tx'>, { id = 0, groupId, deviceId, gate }: Counting): Promise<void> {
  const taken = await tx
    .selectFrom('sparkingCounter')
    .select('id')
    .where('groupId', '=', groupId)
    .where('id', '<>', id)
    .where(({ eb }) => (deviceId ? eb('deviceId', '=', deviceId) : eb('gate', '=', gate ?? '')))
    .executeTakeFirst();
  if (taken) throw refuse(409, 'already-counts');
}

export const counterHandlers: Handlers<typeof counterRoutes> = {
  list,
  async create(context) {
    const { actor, body } = context;
    const { companyId, locationId } = await readGroup(context, body.groupId);
    assertMay(actor, 'counter', 'create', locationId);
    if (body.deviceId) await assertDevice(context, body.deviceId, locationId);
    await assertFirst(context, body);
    return writer.create(context, companyId, { ...body, locationId });
  },
  async update(context) {
    const { actor, params, body } = context;
    const before = await read(context);
    const { locationId } = before;
    assertMay(actor, 'counter', 'update', locationId);
    const { groupId = before.groupId, deviceId = before.deviceId, gate = before.gate } = body;
    if ((deviceId === null) === (gate === null)) throw invalid('deviceId', 'deviceOrGate');
    // A device that has been moved away since is kept until another one is chosen.
    if (deviceId !== null && deviceId !== before.deviceId) await assertDevice(context, deviceId, locationId);
    if (groupId !== before.groupId && (await readGroup(context, groupId)).locationId !== locationId)
      throw invalid('groupId', 'invalid');
    await assertFirst(context, { id: before.id, groupId, deviceId, gate });
    return writer.update(context, params.id, body);
  },
  async remove(context) {
    const { id, locationId } = await read(context);
    assertMay(context.actor, 'counter', 'delete', locationId);
    await writer.remove(context, id);
    return null;
  },
};
