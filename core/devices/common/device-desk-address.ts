import type { SavedFilter } from '#platform/common/define-app.ts';

// Separate from the calls, so that the overview and the manifests do not load the schemas.

/** The page of the devices of all apps, below the addresses of the core. */
export const devicesPath = 'all-devices/list';
const devicesAddress = `/core/${devicesPath}`;

/** The address of the devices of all apps, with a query that filters them. */
export const deviceDeskAddress = (query = ''): string => `${devicesAddress}${query}`;

/** The saved filter that an app's device pages lead to; `by` may filter them further. */
export const devicesOfApp = (app: string, by: Readonly<Record<string, string>> = {}): SavedFilter => ({
  of: devicesAddress,
  by: { app, ...by },
});
