import { accounts } from '#core/accounts/app.ts';
import { permissions } from '#core/permissions/app.ts';
import { places } from '#core/places/app.ts';

/** THE list of slices, in migration order. */
export const apps = [accounts, permissions, places] as const;
