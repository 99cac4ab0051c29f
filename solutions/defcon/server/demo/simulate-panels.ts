import { startVirtualDevices } from '#core/device-app/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { siaPortOf } from '../dc09/index.ts';
import { keyOf } from '../dc09/protocol/cipher.ts';
import { demoSiaKey } from './demo-panels.ts';
import { furtherPanels, wrongClock } from './panel-data.ts';
import { virtualPanels } from './virtual-panels.ts';
import { VirtualSiaPanel } from './virtual-sia.ts';

const tickMs = 1000;

/** What the panels over SIA DC-09 report from time to time, by their accounts. The one with the wrong clock only lives. */
const stories: Readonly<Record<string, readonly string[]>> = {
  '1001': ['Nri1/CL1', 'Nri1/BA1^الباب^', 'Nri1/BR1', 'Nri1/OP1'],
  '1002': ['Nri1/CL1', 'Nri1/BA2^Corridor^', 'Nri1/OP1', 'Nri1/BR2'],
  '1003': ['3401 01 001', '1130 01 002', '3130 01 002', '1401 01 001'],
};

/** Connects the panels of the demo, those over MQTT and those over SIA DC-09, with their own credentials. */
export async function simulatePanels(kit: Kit): Promise<Stop> {
  const slower = kit.settings.demoPauses ?? 1;
  const stop = await startVirtualDevices(kit, virtualPanels(slower));
  const port = siaPortOf(kit);
  const panels =
    port === undefined
      ? []
      : furtherPanels.flatMap(({ sia }, n) => {
          if (!sia) return [];
          const { account, encryption } = sia;
          const key = encryption === 'required' ? (keyOf(demoSiaKey(kit, account), 'hex') ?? undefined) : undefined;
          const clock = account === wrongClock.account ? wrongClock.seconds * 1000 : 0;
          return new VirtualSiaPanel({ port, account, key, clock, story: stories[account] ?? [], slower, nth: n });
        });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const panel of panels) panel.tick(now);
  }, tickMs);
  return async () => {
    clearInterval(timer);
    for (const panel of panels) panel.end();
    await stop?.();
  };
}
