import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { requestAccess } from '../common/device-request.ts';
import { type RequestCompanies, requestRows } from './request-sides.ts';

/** Events carry only the id of a request: pages then read it, which checks their permission. */
export const requestTopics: LiveTopics = {
  companies: [{ name: 'device-requests', concerns: ({ may }) => may(requestAccess('read')) }],
};

export const publishRequest = ({ live }: Pick<Kit, 'live'>, request: RequestCompanies & { id: number }): void =>
  live.publish({
    topic: 'device-requests',
    type: 'changed',
    companyId: null,
    audience: requestRows.audience(request),
    data: { id: request.id },
  });
