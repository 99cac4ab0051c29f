import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

/** Two companies hold the app, so that tests can tell them apart. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { reem, qasr } = await demoCompanies(tx);
    await grantApp(tx, 'rodent', [reem, qasr]);
  });
