import { deviceChanged } from '#core/devices/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import { removeSiaAccount, setSiaAccount, siaAccountOf } from '../dc09/accounts.ts';
import { logPanel } from '../events/panel-log.ts';
import { changeablePanel } from './changeable-panel.ts';
import { visiblePanel } from './panel-rows.ts';

const troublesOf = (tx: Tx, panelId: number) =>
  tx
    .selectFrom('defconSiaTrouble')
    .select(['kind', 'firstAt', 'lastAt', 'count', 'address'])
    .where('deviceId', '=', panelId)
    .where('clearsAt', 'is not', null)
    .orderBy('kind')
    .execute();

/** The calls for the account by which a panel reports over SIA DC-09. A panel that has one takes no commands. */
export const siaAccountHandlers: Pick<Handlers<typeof panelRoutes>, 'sia' | 'setSia' | 'removeSia'> = {
  async sia({ tx, actor, params }) {
    const panel = await visiblePanel(tx, actor, params.id, 'update');
    readableCompany(actor, panel.companyId);
    const account = await siaAccountOf(tx, panel.id);
    return account && { ...account, troubles: await troublesOf(tx, panel.id) };
  },
  async setSia(context) {
    const { tx, kit, actor, params, body, afterCommit } = context;
    const panel = await changeablePanel(context, params.id, 'update');
    await setSiaAccount(kit, { tx, scope: actor.scope, device: panel }, body);
    await tx.updateTable('defconPanel').set({ transport: 'sia' }).where('id', '=', panel.id).execute();
    await logPanel(context, panel, 'sia-set', { account: body.account });
    afterCommit(() => deviceChanged(kit, panel));
    const account = await siaAccountOf(tx, panel.id);
    if (!account) throw refuse(404, 'not-found');
    return account;
  },
  async removeSia(context) {
    const { tx, kit, params, afterCommit } = context;
    const panel = await changeablePanel(context, params.id, 'update');
    await removeSiaAccount(tx, panel.id);
    await tx.updateTable('defconPanel').set({ transport: 'mqtt' }).where('id', '=', panel.id).execute();
    await logPanel(context, panel, 'sia-removed', {});
    afterCommit(() => deviceChanged(kit, panel));
    return null;
  },
};
