import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { requestAccess } from './device-request.ts';

export const requestsPath = 'devices/request';
export const requestPath = 'devices/request/{uuid}';
/** The name of the list for `openAddress`. */
export const requestsName = 'device-requests';
const texts = 'device-requests';

/** Customers of integrators, integrators, and the platform. */
const offered: AccessRule = {
  or: [{ clientOf: ['Integrator'] }, { companyTypes: ['Integrator'] }, { adminTypes: ['Super Admin'] }],
};
const access: AccessRule = { and: [requestAccess('read'), offered] };

/** The pages of device requests, to be mounted by one app. Components: `requestScreens` of the web parts. */
export const requestPages = (): Page[] => [
  page(requestsPath, {
    sidebar: 'requests',
    order: 30,
    icon: 'clipboard-list',
    access,
    texts,
    quick: { name: requestsName, icon: 'clipboard-list' },
  }),
  page(requestPath, { access, texts }),
];

/** The address of a request in the app that mounts the pages. */
export const requestAddress = ({ web }: { web: string }, { uuid }: { uuid: string }): string =>
  `${web}/${requestPath.replace('{uuid}', uuid)}`;

/** The app that mounts the pages; undefined if none does. */
export const appWithRequests = <App extends { pages: readonly Page[] }>(apps: readonly App[]): App | undefined =>
  apps.find(({ pages }) => pages.some(({ path }) => path === requestPath));
