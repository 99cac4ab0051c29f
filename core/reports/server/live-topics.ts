import { canDo } from '#platform/common/define-entity.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';

const topic = 'report-runs';

/** Lists of reports and runs are read again. */
export const runTopics: LiveTopics = {
  companies: [{ name: topic, concerns: ({ may }) => may(canDo('report.report', 'read')) }],
};

export const publishRuns = (kit: Kit, companyId: number): void =>
  kit.live.publish({ topic, type: 'changed', companyId, data: null });
