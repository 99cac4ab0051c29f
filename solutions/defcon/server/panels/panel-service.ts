import { sql } from 'kysely';
import { endAlarms } from '#core/alarms/server/api.ts';
import { logDevices } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { MissingPart } from '../../common/panel/panel.ts';
import { namesOfKind } from '../incidents/panel-life.ts';
import type { PanelPlace } from './panel-rows.ts';

/** A panel must have shown within this time that its messages arrive. */
const testMs = 86_400_000;

/** What keeps a panel from being taken into service. */
export async function missingFor(
  tx: Tx,
  { id, structureId, isActive }: PanelPlace,
  skipTest: boolean,
): Promise<MissingPart[]> {
  const { rows } = await sql<{ zones: boolean; called: boolean; tested: boolean }>`
    SELECT EXISTS (SELECT FROM defcon_zone z WHERE z.panel_id = p.id) AS zones,
           EXISTS (SELECT FROM defcon_contact c JOIN defcon_premises s ON s.id = c.premises_id WHERE s.structure_id = ${structureId}) AS called,
           p.last_test_at > now() - ${testMs} * interval '1 millisecond' IS TRUE AS tested FROM defcon_panel p WHERE p.id = ${id}`.execute(
    tx,
  );
  const found = rows[0];
  return [
    ...(structureId === null ? (['site'] as const) : []),
    ...(found?.zones ? [] : (['zones'] as const)),
    ...(found?.called ? [] : (['call-list'] as const)),
    ...(found?.tested || skipTest ? [] : (['test'] as const)),
    ...(isActive ? [] : (['subscription'] as const)),
  ];
}

/** Refuses while a group of the panel is not disarmed. */
export async function assertDisarmed(tx: Tx, id: number): Promise<void> {
  const armed = await tx
    .selectFrom('defconGroup')
    .select('number')
    .where('panelId', '=', id)
    .where('state', '!=', 'disarmed')
    .execute();
  if (armed.length > 0) throw refuse(409, 'group-armed', { groups: armed.map(({ number }) => number) });
}

/** Refuses for a panel that is linked, or whose log has more than who linked and unlinked it. */
export async function assertNoHistory(tx: Tx, { id, service }: PanelPlace): Promise<void> {
  const heard = await tx
    .selectFrom('defconEvent')
    .select('id')
    .where('panelId', '=', id)
    .where((is) => is.or([is('source', 'in', ['mqtt', 'sia']), is('isHit', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  if (service !== 'unlinked' || heard) throw refuse(409, 'has-history');
}

/** Ends the open alarms about a panel, its device, its groups, zones and paths. */
export async function endIncidents(
  context: Emitting,
  { id: panelId, companyId }: Pick<PanelPlace, 'id' | 'companyId'>,
  reason: string,
) {
  const { tx } = context;
  const groups = await tx.selectFrom('defconGroup').select('id').where('panelId', '=', panelId).execute();
  const zones = await tx.selectFrom('defconZone').select('id').where('panelId', '=', panelId).execute();
  const paths = await tx.selectFrom('defconPath').select('id').where('panelId', '=', panelId).execute();
  const about = (type: string, id: number) => ({ companyId, app: 'defcon', subject: { type, id } });
  const abouts = [
    about('panel', panelId),
    { deviceId: panelId },
    ...groups.map(({ id }) => about('panel-group', id)),
    ...zones.map(({ id }) => about('panel-zone', id)),
    ...paths.map(({ id }) => about('panel-path', id)),
  ];
  // Also those that the person who ends the panel must not know of.
  await bypassRls(tx, context.actor.scope, () => endAlarms(context, abouts, reason));
}

/** A panel is none any more: its alarms end, and what people have entered stays. */
export async function endPanel(context: Emitting, panel: Pick<PanelPlace, 'id' | 'companyId'>): Promise<void> {
  await endIncidents(context, panel, 'unlinked');
  await context.tx.updateTable('defconPanel').set({ service: 'unlinked' }).where('id', '=', panel.id).execute();
}

/** An incident is over once its alarm is closed. */
export async function closeIncidents({ tx, actor }: Emitting, { alarms }: DomainEvents['alarm.closed']): Promise<void> {
  const ids = alarms.flatMap(({ id, app }) => (app === 'defcon' ? [id] : []));
  if (ids.length === 0) return;
  // Also by companies that are only parties of it.
  await bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<{ id: number; companyId: number; kind: string }>`
      UPDATE defcon_incident SET closed_at = now() WHERE alarm_id = ANY (${ids}::integer[]) AND closed_at IS NULL
      RETURNING panel_id AS id, company_id, kind`.execute(tx);
    await logDevices(
      tx,
      rows.map(({ kind, ...device }) => ({ device, kind: 'incident-closed', data: { incident: namesOfKind(kind) } })),
      null,
    );
  });
}
