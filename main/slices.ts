import { accountsServer } from '#core/accounts/server/index.ts';
import { permissionsServer } from '#core/permissions/server/index.ts';
import { placesServer } from '#core/places/server/index.ts';
import type { SliceServer } from '#platform/server/serve.ts';

/** The servers of the slices, in the order of apps.ts. */
export const slices: SliceServer[] = [accountsServer, permissionsServer, placesServer];
