import { z } from 'zod';
import type { Command } from '#core/commands/common/command.ts';
import { lastCommand, queueCommand } from '#core/commands/server/api.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { defcon } from '../../app.ts';
import { wifiNetwork } from '../../common/panel/network.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import { logPanel } from '../events/panel-log.ts';
import { visiblePanel } from './panel-rows.ts';

/** A look at the networks counts for so long. */
const scanMs = 60_000;
/** What a panel answers; some name only the networks. */
const answer = z.object({
  networks: z.array(
    wifiNetwork.partial({ rssi: true, security: true }).transform(({ ssid, rssi = null, security = null }) => ({
      ...{ ssid, rssi, security },
    })),
  ),
});

type Calling = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit' | 'may' | 'locale'> & { params: { id: number } };
type Method = 'wifi-scan' | 'wifi-join' | 'network-switch';

/** The panel, if it takes commands and the caller may change its network. */
async function networkPanel({ tx, actor, params }: Calling) {
  const panel = await visiblePanel(tx, actor, params.id, 'network');
  changeableCompany(actor, panel.companyId);
  if (panel.transport === 'sia') throw refuse(409, 'panel-cannot');
  return panel;
}

async function order(context: Calling, method: Method, params: Record<string, string> = {}): Promise<Command> {
  const { tx, actor } = context;
  const panel = await networkPanel(context);
  const device = await visibleDevice(tx, actor, 'defcon', panel.id);
  const sent = await queueCommand(context, defcon, device, { method, params });
  const { password: _, ...shown } = params;
  if (method !== 'wifi-scan') await logPanel(context, panel, method, shown);
  return sent;
}

/** The calls for the network of a panel. */
export const networkHandlers: Pick<Handlers<typeof panelRoutes>, 'wifiScan' | 'wifiJoin' | 'networkSwitch'> = {
  async wifiScan(context) {
    const { id } = await networkPanel(context);
    const last = await lastCommand(context.tx, id, 'wifi-scan');
    const isFresh = last !== null && Date.now() - Date.parse(last.changedAt) < scanMs;
    if (isFresh && last.state === 'confirmed') {
      const { data } = answer.safeParse(last.response);
      return { scan: { at: last.changedAt, networks: data?.networks ?? [] }, command: last };
    }
    if (isFresh && ['queued', 'sent', 'delivered'].includes(last.state)) return { scan: null, command: last };
    return { scan: null, command: await order(context, 'wifi-scan') };
  },
  wifiJoin: (context) => order(context, 'wifi-join', context.body),
  networkSwitch: (context) => order(context, 'network-switch', context.body),
};
