import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { panelModels } from '../../common/commands.ts';
import { watchAgain } from '../supervision/watch-again.ts';
import { endPanel } from './panel-service.ts';

/** How long the only path of a new panel may be silent, in seconds. */
const usualSupervision = 180;

/** Hands what people have entered about a panel, and its history, over to the one that takes its place. */
export async function takeOver(tx: Tx, from: number, to: number): Promise<void> {
  const heard = await tx.selectFrom('defconEvent').select('id').where('panelId', '=', to).executeTakeFirst();
  if (heard) throw refuse(409, 'has-history');
  // The group and the path with which it began.
  for (const table of ['defconGroup', 'defconPath'] as const)
    await tx.deleteFrom(table).where('panelId', '=', to).execute();
  await sql`
    UPDATE defcon_panel n SET group_mode = o.group_mode, grade = o.grade, entry_delay = o.entry_delay, exit_delay = o.exit_delay,
           police_response = o.police_response, permit_no = o.permit_no, permit_expires_on = o.permit_expires_on, test_every_hours = o.test_every_hours, category = o.category
      FROM defcon_panel o WHERE o.id = ${from} AND n.id = ${to}`.execute(tx);
  for (const table of [
    'defconGroup',
    'defconZone',
    'defconPanelUser',
    'defconPath',
    'defconEvent',
    'defconIncident',
  ] as const)
    await tx.updateTable(table).set({ panelId: to }).where('panelId', '=', from).execute();
  await tx.updateTable('defconPanel').set({ service: 'unlinked' }).where('id', '=', from).execute();
  await watchAgain(tx, [to]);
}

/** Makes panels of these devices; those that were unlinked are panels again. */
export async function addPanels(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO defcon_panel (id, company_id)
    SELECT d.id, d.company_id FROM ${sql.raw(deviceFacts)} d WHERE d.id = ANY (${ids}::integer[]) AND d.hardware_id = ANY (${panelModels}::integer[])
        ON CONFLICT (id) DO UPDATE SET service = 'linked' WHERE defcon_panel.service = 'unlinked'`.execute(tx);
  await sql`
    INSERT INTO defcon_group (company_id, panel_id, number)
    SELECT p.company_id, p.id, 1 FROM defcon_panel p WHERE p.id = ANY (${ids}::integer[]) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  await sql`
    INSERT INTO defcon_path (company_id, panel_id, line, role, supervision)
    SELECT p.company_id, p.id, 'main', 'primary', ${usualSupervision} FROM defcon_panel p
     WHERE p.id = ANY (${ids}::integer[]) AND NOT EXISTS (SELECT FROM defcon_path w WHERE w.panel_id = p.id)`.execute(
    tx,
  );
  await watchAgain(tx, ids);
}

/** A device that is installed is a panel from then on. */
export const linkInstalled = ({ tx }: Emitting, { ids }: DomainEvents['devices.installed']): Promise<void> =>
  addPanels(tx, ids);

/** A panel that leaves its place is none any more. */
export async function unlinkRemoved(context: Emitting, { device }: DomainEvents['device.uninstalled']): Promise<void> {
  if (device.app === 'defcon') await endPanel(context, device);
}
