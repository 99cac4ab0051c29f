import { demoCompanies } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addDemoPolice } from '../police/demo.ts';
import { addDemoDesk } from './demo-desk.ts';
import { addDemoPanels } from './demo-panels.ts';

/** A retailer with panels in two of its sites, the security company that watches them, and the police of the city. */
export async function demo(kit: Kit): Promise<void> {
  await addDemoPolice(kit);
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    await addDemoPanels(tx, kit, companies.qasr);
    await addDemoDesk(tx, kit, companies);
  });
}
