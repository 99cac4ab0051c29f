import { sql } from 'kysely';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { records } from '#platform/server/records/records.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { counter, counterList, type counterRoutes, type ShownCounter } from '../../common/counter.ts';
import { readGroup } from '../locations/groups.ts';
import { assertMay, readableAt } from '../locations/sites.ts';

const entity = { table: 'sparking_counter', list: counterList, row: counter.row };
const options: WriteOptions<ShownCounter> = {
  select: () => ({ locationId: sql.ref('t.location_id'), device: deviceNamed('t.device_id') }),
  seen: (actor) => readableAt(actor, 'counter', 't.location_id'),
};
const { read, list } = records<ShownCounter>(entity, options);
const writer = recordWriter<ShownCounter, object>(entity, options);

/** A counter stands where the vehicles are that it counts. */
async function assertDevice({ tx }: Pick<Context, 'tx'>, deviceId: number, locationId: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM ${sql.raw(deviceFacts)} d
     WHERE d.id = ${deviceId} AND d.app = 'sparking' AND d.state = 'installed' AND d.structure_id = ${locationId}`.execute(
    tx,
  );
  if (rows.length === 0) throw invalid('deviceId', 'invalid');
}

export const counterHandlers: Handlers<typeof counterRoutes> = {
  list,
  async create(context) {
    const { tx, actor, body } = context;
    const { companyId, locationId } = await readGroup(context, body.groupId);
    assertMay(actor, 'counter', 'create', locationId);
    if (body.deviceId) await assertDevice(context, body.deviceId, locationId);
    const taken = await tx
      .selectFrom('sparkingCounter')
      .select('id')
      .where('groupId', '=', body.groupId)
      .where(({ eb }) => (body.deviceId ? eb('deviceId', '=', body.deviceId) : eb('gate', '=', body.gate ?? '')))
      .executeTakeFirst();
    if (taken) throw refuse(409, 'already-counts');
    return writer.create(context, companyId, { ...body, locationId });
  },
  async remove(context) {
    const { id, locationId } = await read(context);
    assertMay(context.actor, 'counter', 'delete', locationId);
    await writer.remove(context, id);
    return null;
  },
};
