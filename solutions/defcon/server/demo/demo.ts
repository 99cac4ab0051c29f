import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { demoStructures } from '#core/places/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { assignPolice } from '../police/assign-police.ts';
import { addDemoPolice, type DemoPolice } from '../police/demo.ts';
import { addDemoDesk, addFurtherDesk } from './demo-desk.ts';
import { addDemoHistory, type DemoDesk, historyDays } from './demo-history.ts';
import { addOpenIncidents } from './demo-incidents.ts';
import { type AddedPanel, addDemoPanels } from './demo-panels.ts';
import { addDemoPremises, firstPremises, furtherPremises } from './demo-premises.ts';
import { firstPanels, furtherPanels } from './panel-data.ts';

type Whole = { panels: AddedPanel[]; desk: DemoDesk };

/**
 * A retailer with panels in two of its sites, the security company that watches them, and the police of the city. With the
 * whole history also a second customer, a tenant, three months of incidents, and three that are open.
 */
export async function demo(kit: Kit): Promise<void> {
  const police = await addDemoPolice(kit);
  const whole = await inSystem(kit.db, async (tx): Promise<Whole | null> => {
    const companies = await demoCompanies(tx);
    const structures = await demoStructures(tx);
    await grantApp(tx, 'defcon', [companies.qasr]);
    await addDemoPremises(tx, kit, { companies, structures, premises: firstPremises });
    const first = await addDemoPanels(tx, kit, companies, firstPanels);
    const operators = await addDemoDesk(tx, kit, companies, first);
    if ((kit.settings.demoHistoryDays ?? historyDays) < historyDays) return null;
    return addWhole(tx, kit, { police, first, operators });
  });
  if (whole) await addOpenIncidents(kit, whole.panels, whole.desk);
}

async function addWhole(
  tx: Tx,
  kit: Kit,
  { police, first, operators }: { police: DemoPolice; first: readonly AddedPanel[]; operators: readonly number[] },
): Promise<Whole> {
  const companies = await demoCompanies(tx);
  const structures = await demoStructures(tx);
  await grantApp(tx, 'defcon', [companies.reem]);
  await addDemoPremises(tx, kit, { companies, structures, premises: furtherPremises });
  await assignPolice(
    tx,
    furtherPremises.flatMap(({ site }) => structures[site] ?? []),
  );
  const panels = [...first, ...(await addDemoPanels(tx, kit, companies, furtherPanels))];
  const further = await addFurtherDesk(tx, kit, companies, panels);
  // Those who go out to sites take no incidents.
  const desk = {
    monitor: { companyId: companies.aman, operators: [...operators.slice(0, 1), ...further] },
    hq: police,
  };
  await addDemoHistory(tx, kit, panels, desk);
  return { panels, desk };
}
