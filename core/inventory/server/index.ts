import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { inventory } from '../app.ts';
import { claimHandlers } from './claim.ts';
import { mailHandOvers } from './hand-overs.ts';
import { deviceOwnerHandlers } from './owner.ts';
import { provisioningHandlers } from './provisioning.ts';
import { stockHandlers } from './stock.ts';

export const inventoryServer = serve(
  inventory,
  { deviceOwner: deviceOwnerHandlers, stock: stockHandlers, provisioning: provisioningHandlers, claim: claimHandlers },
  {
    history: { tables: { provisioning_key: { title: ['name'] } } },
    start: async (kit) => {
      // The name of the job is stored in databases.
      if (kit.roles.has('worker')) await kit.jobs.schedule('devices.hand-overs', '* * * * *', () => mailHandOvers(kit));
      return undefined;
    },
  },
);
