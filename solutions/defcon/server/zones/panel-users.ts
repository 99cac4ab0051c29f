import { sql } from 'kysely';
import { assertUsersOf, personNamed } from '#core/accounts/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type PanelUser,
  type PanelUserFields,
  panelUserList,
  type panelUserRoutes,
  panelUserRow,
} from '../../common/panel/user.ts';
import { changeablePanel } from '../panels/changeable-panel.ts';
import { visiblePanel } from '../panels/panel-rows.ts';

const entity = { table: 'defcon_panel_user', list: panelUserList, row: panelUserRow.omit({ user: true }) };
const options: WriteOptions<PanelUser> = { select: () => ({ user: personNamed('t.user_id') }) };
const reader = recordReader<PanelUser>(entity, options);
const writer = recordWriter<PanelUser, PanelUserFields & { panelId: number }, PanelUserFields>(entity, options);

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { panelId: number; id: number } };

async function readUser(context: Reading): Promise<PanelUser> {
  const { tx, actor, params } = context;
  const panel = await visiblePanel(tx, actor, params.panelId);
  const user = await reader.readOne(context, params.id);
  if (user.panelId !== panel.id) throw refuse(404, 'not-found');
  return user;
}

/** Refuses a slot that is taken, and people of other companies. */
async function assertFits(
  tx: Tx,
  panel: { id: number; companyId: number },
  { slot, userId }: PanelUserFields,
  id = 0,
): Promise<void> {
  const taken = await tx
    .selectFrom('defconPanelUser')
    .select('id')
    .where('panelId', '=', panel.id)
    .where('slot', '=', slot)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw invalid('slot', 'numberTaken');
  if (userId !== null) await assertUsersOf(tx, panel.companyId, [userId]);
}

export const panelUserHandlers: Handlers<typeof panelUserRoutes> = {
  async list(context) {
    const { tx, actor, params, list } = context;
    const panel = await visiblePanel(tx, actor, params.panelId);
    const { ids, totalRecords } = await findIds(tx, {
      ...{ table: entity.table, spec: panelUserList, query: list, scope: actor.scope, company: null },
      where: [sql`t.panel_id = ${panel.id}`],
    });
    return { data: await reader.readAll(context, ids), totalRecords };
  },
  async create(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.panelId, 'update');
    await assertFits(tx, panel, body);
    return writer.create(context, panel.companyId, { ...body, panelId: panel.id });
  },
  async update(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.panelId, 'update');
    const { id } = await readUser(context);
    await assertFits(tx, panel, body, id);
    return writer.update(context, id, body);
  },
  async remove(context) {
    await changeablePanel(context, context.params.panelId, 'update');
    await writer.remove(context, (await readUser(context)).id);
    return null;
  },
  async history(context) {
    const { id, companyId } = await readUser(context);
    readableCompany(context.actor, companyId);
    return changesOf(context, { table: entity.table, id, companyId });
  },
};
