import { sql } from 'kysely';
import { groupsOfRecords, recordGroupHandlers, withGroupFilter } from '#core/groups/server/api.ts';
import { inVisibleStructure, spaceWriter } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Rack, rack, rackList, type rackRoutes, type StoredRack, storedRack } from './racks.ts';

const kind = 'rack';
const seen = (actor: Actor) => sql`t.kind = ${kind} AND ${inVisibleStructure(actor, 't.structure_id')}`;

const racks = records<StoredRack>({ table: rack.table, list: rackList, row: storedRack }, { seen });

async function withGroups(tx: Tx, rows: readonly StoredRack[]): Promise<Rack[]> {
  const ids = rows.map(({ id }) => id);
  const groups = await groupsOfRecords(tx, rack, ids);
  return rows.map((row) => ({ ...row, groups: groups.get(row.id) ?? [] }));
}

export const rackHandlers: Handlers<typeof rackRoutes> = {
  async list(context) {
    const { list, where } = await withGroupFilter(context.tx, rack, context.list);
    const { data, totalRecords } = await racks.list({ ...context, list }, where);
    return { data: await withGroups(context.tx, data), totalRecords };
  },
  async create(context) {
    const { id } = await spaceWriter.create(context, companyOf(context.actor), { ...context.body, kind });
    const [made] = await withGroups(context.tx, [await racks.read({ ...context, params: { id } })]);
    return made as Rack;
  },
  async remove(context) {
    const { id } = await racks.read(context);
    await spaceWriter.remove(context, id);
    return null;
  },
};

export const rackGroupHandlers = recordGroupHandlers({ ...rack, seen, site: 'structureId' });
