import { accounts } from '#core/accounts/app.ts';
import { permissions } from '#core/permissions/app.ts';

/** THE list of slices, in migration order. */
export const apps = [accounts, permissions] as const;
