import { grantApp } from '#core/accounts/server/api.ts';
import { demoDeviceSecret } from '#core/device-app/server/api.ts';
import { addInstalledDevice } from '#core/inventory/server/api.ts';
import { demoStructures } from '#core/places/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Detector, Reaction } from '../../common/panel/words.ts';
import { watchAgain } from '../supervision/watch-again.ts';
import { addDemoPremises } from './demo-premises.ts';

/** The prefix of the serial numbers of the panels of the demo. */
export const demoSerials = '70B3D5EA';
const token = { activatedDaysAgo: 390, expiresInDays: 730 };

type DemoZone = readonly [number: number, name: string, group: number, detector: Detector, reaction: Reaction];
type DemoPanel = {
  name: string;
  site: string;
  hardwareId: number;
  groups: readonly string[];
  zones: readonly DemoZone[];
  users: readonly (readonly [slot: number, name: string, duress: boolean])[];
};

const demoPanels: readonly DemoPanel[] = [
  {
    name: 'محل الذهب',
    site: 'Qasr Mall',
    hardwareId: 2102,
    groups: ['صالة العرض', 'الخزنة'],
    zones: [
      [1, 'الباب الرئيسي', 1, 'door', 'entry-exit'],
      [2, 'الواجهة الزجاجية', 1, 'glass', 'perimeter'],
      [3, 'صالة العرض', 1, 'pir', 'interior'],
      [4, 'باب الخزنة', 2, 'shock', 'always'],
      [5, 'زر السطو', 1, 'holdup-button', 'holdup-silent'],
    ],
    users: [
      [1, 'خالد القصر', false],
      [7, 'خالد القصر، إكراه', true],
    ],
  },
  {
    name: 'Warehouse 4',
    site: 'Qasr Distribution Centre',
    hardwareId: 2101,
    groups: ['Hall', 'Office'],
    zones: [
      [1, 'Dock door 1', 1, 'door', 'perimeter'],
      [2, 'Dock door 2', 1, 'door', 'perimeter'],
      [3, 'Hall north', 1, 'dual', 'interior'],
      [4, 'Hall south', 1, 'dual', 'interior'],
      [5, 'Office entrance', 2, 'door', 'entry-exit'],
      [6, 'Server room', 2, 'pir', 'interior'],
      [7, 'Smoke, racks', 1, 'smoke', 'fire'],
    ],
    users: [
      [1, 'Hessa Al Marri', false],
      [2, 'Night shift', false],
    ],
  },
];

/** The panels of a retailer, in service. */
export async function addDemoPanels(tx: Tx, kit: Kit, companyId: number): Promise<void> {
  await grantApp(tx, 'defcon', [companyId]);
  const structures = await demoStructures(tx);
  await addDemoPremises(tx, kit, companyId, structures);
  for (const [n, { name, site, hardwareId, groups, zones, users }] of demoPanels.entries()) {
    const serial = `${demoSerials}${(n + 1).toString(16).toUpperCase().padStart(8, '0')}`;
    const device = { companyId, app: 'defcon', solutionId: 21, hardwareId, name, serial };
    const structureId = structures[site] ?? 0;
    const secret = demoDeviceSecret(kit, serial);
    const id = await addInstalledDevice(tx, { ...device, structureId, secret, token });
    await tx.insertInto('defconPanel').values({ id, companyId, service: 'active' }).execute();
    const path = { line: 'main', role: 'primary', supervision: 1800 } as const;
    await tx
      .insertInto('defconPath')
      .values({ companyId, panelId: id, ...path })
      .execute();
    await watchAgain(tx, [id]);
    await tx
      .insertInto('defconGroup')
      .values(groups.map((group, at) => ({ companyId, panelId: id, number: at + 1, name: group })))
      .execute();
    await tx
      .insertInto('defconZone')
      .values(
        zones.map(([number, zone, group, detector, reaction]) => ({
          ...{ companyId, panelId: id, number, name: zone, groups: [group], detector, reaction },
          bypassable: reaction === 'perimeter' || reaction === 'interior',
        })),
      )
      .execute();
    await tx
      .insertInto('defconPanelUser')
      .values(users.map(([slot, user, duress]) => ({ companyId, panelId: id, slot, name: user, duress })))
      .execute();
  }
}

/** What the virtual panels know of themselves. */
export const zonesOfDemo = demoPanels.map(({ zones }) => zones.map(([number, , group]) => ({ number, group })));
