import { sql } from 'kysely';
import type { Command, CommandOrder } from '#core/commands/common/command.ts';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById, visibleDevice } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { defcon } from '../../app.ts';
import { assertContractAllows, isWatcher } from '../assignments/watcher-abilities.ts';
import { logPanel } from '../events/panel-log.ts';
import { type PanelPlace, panelPlaces, visiblePanel } from '../panels/panel-rows.ts';

type Calling = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit' | 'may' | 'locale'>;
type Order = { method: 'arm' | 'disarm'; params: CommandOrder['params'] };

/**
 * Orders a panel to arm or disarm some of its groups, by their numbers; all of them by default. A security company orders
 * it of panels that it watches, as far as its contract allows it. Each order is in the log of the panel with its person.
 */
export async function armGroups(context: Calling, panelId: number, order: Order): Promise<Command[]> {
  const { tx, actor } = context;
  const { method } = order;
  const [place] = await panelPlaces(tx, actor, [panelId]);
  if (!place || !isWatcher(actor, place)) {
    const panel = await visiblePanel(tx, actor, panelId, 'arm');
    changeableCompany(actor, panel.companyId);
    if (panel.transport === 'sia') throw refuse(409, 'panel-cannot');
    return send(context, panel, order, await visibleDevice(tx, actor, 'defcon', panel.id, method));
  }
  const panel = await visiblePanel(tx, actor, panelId, method);
  await assertContractAllows(tx, actor, panel, method);
  if (panel.transport === 'sia') throw refuse(409, 'panel-cannot');
  return bypassRls(tx, actor.scope, async () => {
    const device = await deviceById(tx, panel.id);
    if (!device) throw refuse(404, 'not-found');
    return send(context, panel, order, device);
  });
}

async function send(
  context: Calling,
  panel: PanelPlace,
  { method, params }: Order,
  device: Parameters<typeof queueCommand>[2],
): Promise<Command[]> {
  const groups = await context.tx
    .selectFrom('defconGroup')
    .select('number')
    .where('panelId', '=', panel.id)
    .orderBy('number')
    .execute();
  const { groups: wanted, ...rest } = params;
  const numbers = groups.map(({ number }) => number);
  const chosen = Array.isArray(wanted) ? numbers.filter((number) => wanted.includes(number)) : numbers;
  if (chosen.length === 0) throw refuse(404, 'not-found');
  const sent: Command[] = [];
  for (const group of chosen) {
    const command = await queueCommand(context, defcon, device, { method, params: { ...rest, group } });
    const { mode } = rest;
    await logPanel(context, panel, `${method}-ordered`, mode === undefined ? {} : { mode }, { groupNo: group });
    sent.push(command);
  }
  return sent;
}

/** Refuses to arm a group with zones that are open and that the person has not chosen to leave out, and to leave out protected ones. */
export async function assertReadyToArm(
  { tx }: Emitting,
  { device, method, params }: DomainEvents['command.queued'],
): Promise<void> {
  if (device.app !== 'defcon' || (method !== 'arm' && method !== 'bypass')) return;
  const bypass = method === 'bypass' ? [params.zone] : params.bypass;
  const { rows } = await sql<{ number: number; name: string | null; bypassable: boolean; chosen: boolean }>`
    SELECT z.number, z.name, z.bypassable, z.number = ANY (${bypass}::integer[]) AS chosen FROM defcon_zone z
     WHERE z.panel_id = ${device.id} AND (z.number = ANY (${bypass}::integer[]) OR (${method} = 'arm' AND z.open AND NOT z.bypassed AND ${params.group ?? 0}::integer = ANY (z.groups)))
     ORDER BY z.number`.execute(tx);
  const kept = rows.filter(({ chosen, bypassable }) => chosen && !bypassable);
  if (kept.length > 0) throw refuse(409, 'zone-protected', { zones: kept.map(({ number }) => number) });
  const open = rows.filter(({ chosen }) => !chosen);
  if (method === 'arm' && open.length > 0)
    throw refuse(409, 'not-ready', {
      zones: open.map(({ number, name, bypassable }) => ({ number, name, bypassable })),
    });
  if (method !== 'arm') return;
  const group = await tx
    .selectFrom('defconGroup')
    .select('modes')
    .where('panelId', '=', device.id)
    .where('number', '=', Number(params.group))
    .executeTakeFirst();
  if (!group) throw refuse(404, 'not-found');
  if (!group.modes.includes(String(params.mode))) throw refuse(409, 'mode-off', { mode: params.mode });
}
