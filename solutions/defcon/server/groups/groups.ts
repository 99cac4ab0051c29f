import { sql } from 'kysely';
import { assertScheduleOf, scheduleNamed } from '#core/schedules/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { groupRoutes, PanelGroup } from '../../common/panel/group.ts';
import { logPanel } from '../events/panel-log.ts';
import { changeablePanel } from '../panels/changeable-panel.ts';
import { visiblePanel } from '../panels/panel-rows.ts';
import { armGroups } from './arm-groups.ts';

async function groupsOf(tx: Tx, panelId: number, id: number | null = null): Promise<PanelGroup[]> {
  const { rows } = await sql<PanelGroup>`
    SELECT g.id, g.panel_id, g.number, g.name, g.modes, g.grace_minutes, ${scheduleNamed('g.schedule_id')} AS schedule, g.state, g.state_at,
           CASE WHEN g.state_by IS NOT NULL
                THEN coalesce((SELECT u.name FROM defcon_panel_user u WHERE u.panel_id = g.panel_id AND u.slot = g.state_by), g.state_by::text) END AS state_by,
           (SELECT count(*)::integer FROM defcon_zone z WHERE z.panel_id = g.panel_id AND g.number = ANY (z.groups)) AS zones,
           coalesce((SELECT jsonb_agg(jsonb_build_object('number', z.number, 'name', z.name, 'bypassable', z.bypassable) ORDER BY z.number)
                       FROM defcon_zone z WHERE z.panel_id = g.panel_id AND g.number = ANY (z.groups) AND z.open AND NOT z.bypassed), '[]') AS open
      FROM defcon_group g WHERE g.panel_id = ${panelId} AND (${id}::integer IS NULL OR g.id = ${id}) ORDER BY g.number`.execute(
    tx,
  );
  return rows;
}

async function groupOf(tx: Tx, panelId: number, id: number): Promise<PanelGroup> {
  const [group] = await groupsOf(tx, panelId, id);
  if (!group) throw refuse(404, 'not-found');
  return group;
}

async function assertFree(tx: Tx, panelId: number, number: number, id = 0): Promise<void> {
  const taken = await tx
    .selectFrom('defconGroup')
    .select('id')
    .where('panelId', '=', panelId)
    .where('number', '=', number)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw invalid('number', 'numberTaken');
}

type Changing = Pick<Context, 'tx' | 'actor'> & { params: { panelId: number; id: number } };

/** The group of a panel that the caller may change by this action. */
async function changeableGroup(context: Changing) {
  const { params } = context;
  const panel = await changeablePanel(context, params.panelId, 'update');
  return { panel, group: await groupOf(context.tx, panel.id, params.id) };
}

export const groupHandlers: Handlers<typeof groupRoutes> = {
  async list({ tx, actor, params }) {
    return groupsOf(tx, (await visiblePanel(tx, actor, params.panelId)).id);
  },
  async get({ tx, actor, params }) {
    return groupOf(tx, (await visiblePanel(tx, actor, params.panelId)).id, params.id);
  },
  async create(context) {
    const { tx, params, body } = context;
    const { id: panelId, companyId } = await changeablePanel(context, params.panelId, 'update');
    await assertFree(tx, panelId, body.number);
    await assertScheduleOf(tx, companyId, body.scheduleId);
    const { id } = await tx
      .insertInto('defconGroup')
      .values({ ...body, panelId, companyId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return groupOf(tx, panelId, id);
  },
  async update(context) {
    const { tx, body } = context;
    const { panel, group } = await changeableGroup(context);
    await assertScheduleOf(tx, panel.companyId, body.scheduleId);
    if (body.number !== group.number) {
      await assertFree(tx, panel.id, body.number, group.id);
      // Zones and states go by the number that the panel knows.
      if (group.zones > 0) throw refuse(409, 'group-has-zones');
    }
    await tx.updateTable('defconGroup').set(body).where('id', '=', group.id).execute();
    return groupOf(tx, panel.id, group.id);
  },
  async remove(context) {
    const { group } = await changeableGroup(context);
    if (group.state !== 'disarmed') throw refuse(409, 'group-armed', { groups: [group.number] });
    if (group.zones > 0) throw refuse(409, 'group-has-zones');
    await context.tx.deleteFrom('defconGroup').where('id', '=', group.id).execute();
    return null;
  },
  async history(context) {
    const { tx, actor, params } = context;
    const panel = await visiblePanel(tx, actor, params.panelId);
    readableCompany(actor, panel.companyId);
    const { id } = await groupOf(tx, panel.id, params.id);
    return changesOf(context, { table: 'defcon_group', id, companyId: panel.companyId });
  },
  async zones(context) {
    const { tx, body } = context;
    const { panel, group } = await changeableGroup(context);
    const wanted = [...new Set(body.zoneIds)];
    const { rows } = await sql<{ found: number; full: number[] }>`
      SELECT count(*)::integer AS found, coalesce(array_agg(z.number) FILTER (WHERE cardinality(z.groups) >= 8 AND NOT ${group.number}::integer = ANY (z.groups)), '{}') AS full
        FROM defcon_zone z WHERE z.panel_id = ${panel.id} AND z.id = ANY (${wanted}::integer[])`.execute(tx);
    if (rows[0]?.found !== wanted.length) throw invalid('zoneIds', 'invalid');
    if (rows[0].full.length > 0) throw refuse(409, 'zone-in-too-many-groups', { zones: rows[0].full });
    await sql`
      UPDATE defcon_zone z SET groups = CASE WHEN z.id = ANY (${wanted}::integer[]) THEN array_append(array_remove(z.groups, ${group.number}::integer), ${group.number}::integer)
                                             ELSE array_remove(z.groups, ${group.number}::integer) END
       WHERE z.panel_id = ${panel.id} AND (z.id = ANY (${wanted}::integer[])) <> (${group.number}::integer = ANY (z.groups))`.execute(
      tx,
    );
    return groupOf(tx, panel.id, group.id);
  },
  async command(context) {
    const { tx, actor, params, body } = context;
    const panel = await visiblePanel(tx, actor, params.panelId);
    const group = await groupOf(tx, panel.id, params.id);
    if (!panel.groupMode) throw refuse(409, 'group-mode-off');
    const [sent] = await armGroups(context, panel.id, {
      method: body.method,
      params: { ...body.params, groups: [group.number] },
    });
    if (!sent) throw refuse(404, 'not-found');
    return sent;
  },
  async mode(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.panelId, 'update');
    const groups = await groupsOf(tx, panel.id);
    const armed = groups.filter(({ state }) => state !== 'disarmed').map(({ number }) => number);
    if (armed.length > 0) throw refuse(409, 'group-armed', { groups: armed });
    await tx.updateTable('defconPanel').set({ groupMode: body.active }).where('id', '=', panel.id).execute();
    await logPanel(context, panel, body.active ? 'groups-on' : 'groups-off', {});
    return groups;
  },
};
