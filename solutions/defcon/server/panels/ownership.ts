import { sql } from 'kysely';
import { storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import { deviceFacts, uninstallDevice, visibleDevice } from '#core/devices/server/api.ts';
import { changeOwner } from '#core/inventory/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import { removeSiaAccount } from '../dc09/accounts.ts';
import { logPanel } from '../events/panel-log.ts';
import { changeablePanel } from './changeable-panel.ts';
import { endIncidents } from './panel-service.ts';

/**
 * Gives a panel to another company. What it has reported, and who used it, stays with the former owner; the new one gets
 * it as it is wired, in its inventory, with neither the secret nor the account of before.
 */
export const changePanelOwner: Handlers<typeof panelRoutes>['ownership'] = async (context) => {
  const { tx, actor, params, body } = context;
  const panel = await changeablePanel(context, params.id, 'transfer');
  const device = await visibleDevice(tx, actor, 'defcon', panel.id);
  if (device.name !== body.confirmName) throw invalid('confirmName', 'otherName');
  await assertNotWithPolice(context, panel.id);
  await endIncidents(context, panel, 'ownership-changed');
  if (device.state === 'installed') await uninstallDevice(context, device, 'inventory');
  await tx.deleteFrom('defconPanelUser').where('panelId', '=', panel.id).execute();
  await removeSiaAccount(tx, panel.id);
  const changed = await changeOwner(
    context,
    { id: device.id, companyId: device.companyId, app: 'defcon' },
    body.customerId,
  );
  await logPanel(context, panel, 'ownership-changed', { reason: body.reason, to: changed.company.name });
  return changed;
};

/** Refuses while the police has to act on an incident of the panel. */
async function assertNotWithPolice({ tx, actor }: Pick<Context, 'tx' | 'actor'>, panelId: number): Promise<void> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql`SELECT FROM defcon_incident i JOIN ${sql.raw(storedAlarms)} a ON a.id = i.alarm_id AND a.closed_at IS NULL
          JOIN ${sql.raw(storedParties)} p ON p.alarm_id = a.id AND p.company_id = a.desk_company_id AND p.role IN ('hq', 'local')
         WHERE i.panel_id = ${panelId} LIMIT 1`.execute(tx),
  );
  if (rows.length > 0) throw refuse(409, 'with-police');
}

/** The new row of a panel has the groups, zones and paths of the former one. It is linked once it is installed. */
export async function copyTransferred(
  { tx }: Emitting,
  { id, newId }: DomainEvents['device.transferred'],
): Promise<void> {
  await sql`
    INSERT INTO defcon_panel (id, company_id, service, group_mode, grade, entry_delay, exit_delay, category)
    SELECT d.id, d.company_id, 'unlinked', o.group_mode, o.grade, o.entry_delay, o.exit_delay, o.category
      FROM defcon_panel o JOIN ${sql.raw(deviceFacts)} d ON d.id = ${newId} WHERE o.id = ${id}`.execute(tx);
  await sql`
    INSERT INTO defcon_group (company_id, panel_id, number, name, modes, grace_minutes)
    SELECT n.company_id, n.id, o.number, o.name, o.modes, o.grace_minutes FROM defcon_group o JOIN defcon_panel n ON n.id = ${newId} WHERE o.panel_id = ${id}`.execute(
    tx,
  );
  await sql`
    INSERT INTO defcon_zone (company_id, panel_id, number, name, groups, detector, reaction, bypassable, confirm_unit)
    SELECT n.company_id, n.id, o.number, o.name, o.groups, o.detector, o.reaction, o.bypassable, o.confirm_unit
      FROM defcon_zone o JOIN defcon_panel n ON n.id = ${newId} WHERE o.panel_id = ${id}`.execute(tx);
  await sql`
    INSERT INTO defcon_path (company_id, panel_id, line, name, role, supervision, supervision_when_alone)
    SELECT n.company_id, n.id, o.line, o.name, o.role, o.supervision, o.supervision_when_alone
      FROM defcon_path o JOIN defcon_panel n ON n.id = ${newId} WHERE o.panel_id = ${id}`.execute(tx);
}
