import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live-topics.ts';
import { requestAccess } from '../common/device-request.ts';
import type { RequestCompanies } from './request-sides.ts';

/** Events name a request and hold nothing of it: pages read it, and are judged then. */
export const requestTopics: LiveTopics = {
  companies: [{ name: 'device-requests', concerns: ({ may }) => may(requestAccess('read')) }],
};

export const publishRequest = (
  { live }: Pick<Kit, 'live'>,
  { id, companyId, integratorId }: RequestCompanies & { id: number },
): void =>
  live.publish({
    topic: 'device-requests',
    type: 'changed',
    companyId: null,
    audience: [companyId, integratorId],
    data: { id },
  });
