import { createHmac } from 'node:crypto';
import { demoDeviceSecret } from '#core/device-app/server/api.ts';
import { addInstalledDevice } from '#core/inventory/server/api.ts';
import { demoStructures } from '#core/places/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import { setSiaAccount } from '../dc09/accounts.ts';
import { watchAgain } from '../supervision/watch-again.ts';
import { type DemoPanel, firstPanels, furtherPanels } from './panel-data.ts';

/** The prefix of the serial numbers of the panels of the demo that report over MQTT, and of those over SIA DC-09. */
export const demoSerials = '70B3D5EA';
const siaSerials = '70B3D5EB';
const token = { activatedDaysAgo: 390, expiresInDays: 730 };

export type AddedPanel = DemoPanel & { id: number; companyId: number; structureId: number };

/** The key of a panel that encrypts: stable across restarts, but different in each installation. */
export const demoSiaKey = (kit: Pick<Kit, 'secrets'>, account: string): string =>
  createHmac('sha256', kit.secrets.sealing).update(`demo sia ${account}`).digest('hex').slice(0, 32);

/** Panels of the demo, in service. */
export async function addDemoPanels(
  tx: Tx,
  kit: Kit,
  companies: Readonly<Record<DemoPanel['owner'], number>>,
  panels: readonly DemoPanel[],
): Promise<AddedPanel[]> {
  const structures = await demoStructures(tx);
  const added: AddedPanel[] = [];
  for (const panel of panels) {
    const companyId = companies[panel.owner];
    const structureId = structures[panel.site] ?? 0;
    const serial = serialOf(panel);
    const device = { companyId, app: 'defcon', solutionId: 21, hardwareId: panel.hardwareId, name: panel.name, serial };
    const id = await addInstalledDevice(tx, { ...device, structureId, secret: demoDeviceSecret(kit, serial), token });
    const transport = panel.sia ? 'sia' : 'mqtt';
    await tx
      .insertInto('defconPanel')
      .values({ id, companyId, service: 'active', transport, createdAt: sqlAgo(13, 'month') })
      .execute();
    await addParts(tx, { ...panel, id, companyId });
    if (panel.sia) await addAccount(tx, kit, { id, companyId }, panel.sia);
    added.push({ ...panel, id, companyId, structureId });
  }
  await watchAgain(
    tx,
    added.map(({ id }) => id),
  );
  return added;
}

function serialOf(panel: DemoPanel): string {
  const all = [...firstPanels, ...furtherPanels];
  const number = (all.indexOf(panel) + 1).toString(16).toUpperCase().padStart(8, '0');
  return `${panel.sia ? siaSerials : demoSerials}${number}`;
}

async function addParts(
  tx: Tx,
  { id: panelId, companyId, name, groups, zones, users }: Omit<AddedPanel, 'structureId'>,
): Promise<void> {
  const of = { companyId, panelId };
  await tx
    .insertInto('defconPath')
    .values([
      { ...of, line: 'main', role: 'primary', supervision: 1800 },
      ...(name === lostPath.panel ? [{ ...of, ...lostPath.path }] : []),
    ])
    .execute();
  await tx
    .insertInto('defconGroup')
    .values(groups.map((group, at) => ({ ...of, number: at + 1, name: group })))
    .execute();
  await tx
    .insertInto('defconZone')
    .values(
      zones.map(([number, zone, group, detector, reaction]) => ({
        ...{ ...of, number, name: zone, groups: [group], detector, reaction },
        bypassable: reaction === 'perimeter' || reaction === 'interior',
      })),
    )
    .execute();
  await tx
    .insertInto('defconPanelUser')
    .values(users.map(([slot, user, duress]) => ({ ...of, slot, name: user, duress })))
    .execute();
}

/** A second path on which nothing ever comes: its line is down a minute after the start. */
const lostPath = {
  panel: 'Villa 12',
  path: { line: 'cellular', name: 'SIM', role: 'alternative', supervision: 60 },
} as const;

async function addAccount(
  tx: Tx,
  kit: Kit,
  device: { id: number; companyId: number },
  sia: NonNullable<DemoPanel['sia']>,
): Promise<void> {
  const key = sia.encryption === 'required' ? { key: demoSiaKey(kit, sia.account), keyForm: 'hex' as const } : {};
  await setSiaAccount(kit, { tx, scope: systemScope, device }, { ...sia, ...key });
}

/** What the virtual panels know of themselves. */
export const zonesOfDemo = [...firstPanels, ...furtherPanels].map(({ zones }) =>
  zones.map(([number, , group]) => ({ number, group })),
);
