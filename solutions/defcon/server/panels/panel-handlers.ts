import {
  findBySerial,
  logDevice,
  placeDevice,
  renameDevices,
  uninstallDevice,
  visibleDevice,
} from '#core/devices/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { panelModels } from '../../common/commands.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import { logPanel } from '../events/panel-log.ts';
import { armGroups } from '../groups/arm-groups.ts';
import { callForHelp } from '../incidents/panic.ts';
import { pathHandlers } from '../supervision/path-handlers.ts';
import { watchAgain } from '../supervision/watch-again.ts';
import { changeablePanel } from './changeable-panel.ts';
import { addPanels, takeOver } from './linked-panels.ts';
import { networkHandlers } from './network.ts';
import { changePanelOwner } from './ownership.ts';
import { findPanels, readPanel, visiblePanel } from './panel-rows.ts';
import { assertDisarmed, assertNoHistory, endIncidents, endPanel, missingFor } from './panel-service.ts';
import { siaAccountHandlers } from './sia-account.ts';

export const panelHandlers: Handlers<typeof panelRoutes> = {
  ...siaAccountHandlers,
  ...pathHandlers,
  ...networkHandlers,
  list: (context) => findPanels(context, context.list),
  async get(context) {
    await visiblePanel(context.tx, context.actor, context.params.id);
    return readPanel(context, context.params.id);
  },
  async update(context) {
    const { tx, params, body } = context;
    await changeablePanel(context, params.id, 'update');
    if (Object.keys(body).length > 0)
      await tx.updateTable('defconPanel').set(body).where('id', '=', params.id).execute();
    return readPanel(context, params.id);
  },
  async remove(context) {
    const { tx, params } = context;
    const panel = await changeablePanel(context, params.id, 'delete');
    await assertNoHistory(tx, panel);
    await tx.deleteFrom('defconPanel').where('id', '=', panel.id).execute();
    return null;
  },
  async link(context) {
    const { tx, actor, body } = context;
    const companyId = companyOf(actor);
    const found = await findBySerial(tx, companyId, { ids: [], serial: body.serial });
    if (!found) throw refuse(404, 'unknown-serial', { serial: body.serial });
    const device = await visibleDevice(tx, actor, 'defcon', found.id);
    if (!panelModels.includes(device.hardwareId)) throw refuse(409, 'not-a-panel');
    const before = body.replaces === undefined ? null : await changeablePanel(context, body.replaces, 'link');
    if (before?.service === 'active') throw refuse(409, 'panel-active');
    const known = await tx.selectFrom('defconPanel').select('service').where('id', '=', device.id).executeTakeFirst();
    if (known && known.service !== 'unlinked') throw refuse(409, 'already-linked');
    const structureId = body.structureId ?? before?.structureId;
    if (structureId) await placeDevice(context, device, { structureId, floorId: null, spaceId: null });
    // Its installation has made it a panel.
    if (body.name) await renameDevices(tx, [{ device, name: body.name }], actor.session.user.id);
    await addPanels(tx, [device.id]);
    if (before) await takeOver(tx, before.id, device.id);
    await logPanel(context, { id: device.id, companyId }, 'linked', {});
    return readPanel(context, device.id);
  },
  async unlink(context) {
    const { tx, actor, body } = context;
    const panel = await changeablePanel(context, body.panelId, 'link');
    if (panel.service === 'active') throw refuse(409, 'panel-active');
    const device = await visibleDevice(tx, actor, 'defcon', panel.id);
    // What leaves its place ends as a panel.
    if (device.state === 'installed') await uninstallDevice(context, device, 'inventory');
    else await endPanel(context, panel);
    await logPanel(context, panel, 'unlinked', { reason: body.reason });
    return readPanel(context, panel.id);
  },
  async activate(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.id, 'service');
    if (panel.service === 'active') return readPanel(context, panel.id);
    if (body.skipTest && !body.reason) throw refuse(409, 'reason-needed');
    const missing = await missingFor(tx, panel, body.skipTest);
    if (panel.service === 'unlinked') throw refuse(409, 'panel-unlinked');
    if (missing.length > 0) throw refuse(409, 'panel-incomplete', { missing });
    await tx.updateTable('defconPanel').set({ service: 'active' }).where('id', '=', panel.id).execute();
    await watchAgain(tx, [panel.id]);
    await logDevice(tx, panel, 'in-service', context.actor, {});
    await logPanel(context, panel, 'in-service', body.reason ? { reason: body.reason } : {});
    return readPanel(context, panel.id);
  },
  async deactivate(context) {
    const { tx, params, query } = context;
    const panel = await changeablePanel(context, params.id, 'service');
    if (panel.service !== 'active') return null;
    if (!query.force) await assertDisarmed(tx, panel.id);
    await endIncidents(context, panel, 'out-of-service');
    await tx.updateTable('defconPanel').set({ service: 'out-of-service' }).where('id', '=', panel.id).execute();
    await logPanel(context, panel, 'out-of-service', { reason: query.reason });
    return null;
  },
  async test(context) {
    const { tx, params, body } = context;
    const panel = await changeablePanel(context, params.id, 'test');
    const until = body.minutes === 0 ? null : new Date(Date.now() + body.minutes * 60_000).toISOString();
    await tx
      .updateTable('defconPanel')
      .set({ testUntil: until, testScope: until === null ? null : body.scope })
      .where('id', '=', panel.id)
      .execute();
    await logPanel(context, panel, until === null ? 'test-ended' : 'test-begun', { until, scope: body.scope });
    return readPanel(context, panel.id);
  },
  command: (context) => armGroups(context, context.params.id, context.body),
  panic: callForHelp,
  ownership: changePanelOwner,
};
