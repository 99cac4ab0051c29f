import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { planItemsChanged, planItemsGone } from '#core/layouts/server/api.ts';
import { placementExists, spaceNamed } from '#core/places/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type Zone, type ZoneFields, zoneList, type zoneRoutes, zoneRow } from '../../common/panel/zone.ts';
import { changeablePanel } from '../panels/changeable-panel.ts';
import { type PanelPlace, visiblePanel } from '../panels/panel-rows.ts';

const entity = { table: 'defcon_zone', list: zoneList, row: zoneRow.omit({ space: true, device: true }) };
const options: WriteOptions<Zone> = {
  select: () => ({
    space: spaceNamed('t.space_id'),
    device: sql`(SELECT jsonb_build_object('id', d.id, 'name', d.name) FROM ${sql.raw(deviceFacts)} d WHERE d.id = t.device_id)`,
  }),
};
const reader = recordReader<Zone>(entity, options);
const writer = recordWriter<Zone, ZoneFields & { panelId: number }, ZoneFields>(entity, options);

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { panelId: number; id: number } };

/** The zone of a panel that the caller sees. */
async function readZone(context: Reading): Promise<Zone> {
  const { tx, actor, params } = context;
  const panel = await visiblePanel(tx, actor, params.panelId);
  const zone = await reader.readOne(context, params.id);
  if (zone.panelId !== panel.id) throw refuse(404, 'not-found');
  return zone;
}

/** Refuses a number that is taken, groups that the panel lacks, and places and detectors that are not of its company. */
async function assertFits(tx: Tx, panel: PanelPlace, body: ZoneFields, id = 0): Promise<void> {
  const { id: panelId, companyId, structureId } = panel;
  const { rows } = await sql<{ taken: boolean; groups: number; detector: boolean }>`
    SELECT EXISTS (SELECT FROM defcon_zone z WHERE z.panel_id = ${panelId} AND z.number = ${body.number} AND z.id <> ${id}) AS taken,
           (SELECT count(*)::integer FROM defcon_group g WHERE g.panel_id = ${panelId} AND g.number = ANY (${body.groups}::integer[])) AS groups,
           EXISTS (SELECT FROM ${sql.raw(deviceFacts)} d
                    WHERE d.id = ${body.deviceId}::integer AND d.company_id = ${companyId} AND d.app = 'defcon' AND d.id <> ${panelId}) AS detector`.execute(
    tx,
  );
  const found = rows[0];
  if (found?.taken) throw invalid('number', 'numberTaken');
  if (found?.groups !== new Set(body.groups).size) throw invalid('groups', 'invalid');
  if (body.deviceId !== null && !found.detector) throw invalid('deviceId', 'invalid');
  if (body.spaceId === null) return;
  const place = { structureId: structureId ?? 0, floorId: null, spaceId: body.spaceId };
  if (structureId === null || !(await placementExists(tx, companyId, place))) throw invalid('spaceId', 'invalid');
}

export const zoneHandlers: Handlers<typeof zoneRoutes> = {
  async list(context) {
    const { tx, actor, params, list } = context;
    const panel = await visiblePanel(tx, actor, params.panelId);
    const { ids, totalRecords } = await findIds(tx, {
      ...{ table: entity.table, spec: zoneList, query: list, scope: actor.scope, company: null },
      where: [sql`t.panel_id = ${panel.id}`],
    });
    return { data: await reader.readAll(context, ids), totalRecords };
  },
  get: readZone,
  async create(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.panelId, 'update');
    await assertFits(tx, panel, body);
    return writer.create(context, panel.companyId, { ...body, panelId: panel.id });
  },
  async update(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.panelId, 'update');
    const { id } = await readZone(context);
    await assertFits(tx, panel, body, id);
    const zone = await writer.update(context, id, body);
    await planItemsChanged(context, 'defcon', 'zone', [id]);
    return zone;
  },
  async remove(context) {
    await changeablePanel(context, context.params.panelId, 'update');
    const { id } = await readZone(context);
    await writer.remove(context, id);
    await planItemsGone(context.tx, 'defcon', 'zone', [id]);
    return null;
  },
  async history(context) {
    const { id, companyId } = await readZone(context);
    readableCompany(context.actor, companyId);
    return changesOf(context, { table: entity.table, id, companyId });
  },
};
