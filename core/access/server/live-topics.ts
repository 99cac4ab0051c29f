import { canDo } from '#platform/common/permission-key.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';

/** What pages show of accesses: grants and the log, codes and links, and which locks are blocked. */
const shown = ['access', 'access-token', 'device'];

/** The live topic of accesses, for people who may read any of that in an app with locks. Its events say only that. */
export const accessTopics: LiveTopics = {
  companies: [
    {
      name: 'access',
      concerns: ({ kit, may }) =>
        kit.apps.some(({ id, access }) => access && shown.some((entity) => may(canDo(`${id}.${entity}`, 'read')))),
    },
  ],
};

/** Notifies open pages that accesses of a company have changed. */
export const publishAccess = ({ live }: Pick<Kit, 'live'>, companyId: number): void =>
  live.publish({ topic: 'access', type: 'changed', companyId, data: {} });
