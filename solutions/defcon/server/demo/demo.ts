import { demoCompanies } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addDemoPanels } from './demo-panels.ts';

/** A retailer with panels in two of its sites. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => addDemoPanels(tx, kit, (await demoCompanies(tx)).qasr));
