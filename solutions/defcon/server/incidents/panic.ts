import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { rankOf, severityOf } from '../../common/alarms.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import { isWatcher } from '../assignments/watcher-abilities.ts';
import { partiesOf, watchedPanels } from '../assignments/watchers.ts';
import { logPanel } from '../events/panel-log.ts';
import { type PanelPlace, visiblePanel } from '../panels/panel-rows.ts';
import { startClocks } from './clocks.ts';

type Calling = Parameters<Handlers<typeof panelRoutes>['panic']>[0];

/** A person calls for help. It is an incident whether or not the panel is online or in service. */
export const callForHelp: Handlers<typeof panelRoutes>['panic'] = async (context) => {
  const { tx, actor, params } = context;
  const panel = await visiblePanel(tx, actor, params.id, 'panic');
  if (!isWatcher(actor, panel)) {
    changeableCompany(actor, panel.companyId);
    return raisePanic(context, panel);
  }
  // Of the security company only those who handle incidents call for help.
  if (actor.session.user.role === 'Viewer') throw refuse(403, 'no-permission');
  return bypassRls(tx, actor.scope, () => raisePanic(context, panel));
};

async function raisePanic(context: Calling, panel: PanelPlace): Promise<{ alarmId: number }> {
  const { tx, actor, body } = context;
  const { rows } = await sql<{ name: string; groupNo: number | null }>`
    SELECT d.name, (SELECT g.number FROM defcon_group g WHERE g.panel_id = d.id AND g.id = ${body.groupId ?? null}::integer) AS group_no
      FROM ${sql.raw(deviceFacts)} d WHERE d.id = ${panel.id}`.execute(tx);
  const [found] = rows;
  if (!found || (body.groupId !== undefined && found.groupNo === null)) throw refuse(404, 'not-found');
  const kind = 'panic';
  const subject =
    body.groupId === undefined ? { type: 'panel', id: panel.id } : { type: 'panel-group', id: body.groupId };
  const watched = await watchedPanels(context, [panel]);
  const [raised] = await raiseAlarms(context, [
    {
      ...{ companyId: panel.companyId, app: 'defcon', subject, kind, name: found.name },
      ...{ severity: severityOf(rankOf(kind)), structureId: panel.structureId, devices: [panel.id] },
      data: { silent: body.kind === 'silent', by: actor.session.user.id },
      ...partiesOf(watched.get(panel.id), { panel: found.name, subject: found.name, zone: null }),
    },
  ]);
  if (!raised) throw refuse(404, 'not-found');
  await tx
    .insertInto('defconIncident')
    .values({
      ...{ alarmId: raised.id, companyId: panel.companyId, panelId: panel.id, groupNo: found.groupNo, kind },
      firstAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('alarmId').doNothing())
    .execute();
  await startClocks(context, [raised.id]);
  await logPanel(
    context,
    panel,
    kind,
    { silent: body.kind === 'silent' },
    { qualifier: 'new', groupNo: found.groupNo, isHit: true, alarmId: raised.id },
  );
  return { alarmId: raised.id };
}
