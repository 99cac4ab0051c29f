import { registeredApps } from '#platform/web/session/session.ts';
import { appWithRequests, requestAddress, requestsPath } from '../common/pages.ts';

/** The prefix of the pages of device requests. */
const web = () => appWithRequests(registeredApps())?.web ?? '';

export const requestsAddress = (): string => `${web()}/${requestsPath}`;
export const oneRequestAddress = (request: { uuid: string }): string => requestAddress({ web: web() }, request);
