import { sql } from 'kysely';
import { provideCarriers, subjectGone, subjectMoved } from '#core/fittings/server/api.ts';
import { groupsOfRecords, recordGroupHandlers, withGroupFilter } from '#core/groups/server/api.ts';
import { assertStructure, inVisibleStructure, spaceWriter } from '#core/places/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Rack, rack, rackList, type rackRoutes, type StoredRack, storedRack } from './racks.ts';

const kind = 'rack';
const seen = (actor: Actor) => sql`t.kind = ${kind} AND ${inVisibleStructure(actor, 't.structure_id')}`;

const racks = records<StoredRack>({ table: rack.table, list: rackList, row: storedRack }, { seen });

provideCarriers('rack', async (context, ids) => {
  const page = { limit: ids.length, skip: 0, total: false, filters: {}, ranges: {} };
  const { data } = await racks.list({ ...context, params: {}, list: page }, [sql`t.id = ANY (${ids}::integer[])`]);
  return data;
});

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
  async move(context) {
    const { tx, actor, body } = context;
    const { id, companyId } = await racks.read(context);
    const { structureId } = body;
    await assertStructure(tx, actor, changeableCompany(actor, companyId), structureId);
    await tx.updateTable('space').set({ structureId }).where('id', '=', id).execute();
    await subjectMoved(context, { type: 'rack', id, companyId, structureId });
    return null;
  },
  async remove(context) {
    const { id, companyId } = await racks.read(context);
    await subjectGone(context, { type: 'rack', id, companyId });
    await spaceWriter.remove(context, id);
    return null;
  },
};

export const rackGroupHandlers = recordGroupHandlers({ ...rack, seen, site: 'structureId' });
