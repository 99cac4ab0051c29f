import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import type { Context } from '#platform/server/serve.ts';
import { job } from '../../common/jobs/job.ts';

const topic = 'fleet-jobs';

/** Lists and boards of jobs are read again. */
export const jobTopics: LiveTopics = {
  companies: [{ name: topic, concerns: ({ may }) => may(job.can('read')) }],
};

type Publishing = Pick<Context, 'afterCommit'> & { kit: Kit };

/** Notifies open pages, after the commit, that jobs of a company have changed. */
export const publishJobs = ({ kit, afterCommit }: Publishing, companyId: number): void =>
  afterCommit(() => kit.live.publish({ topic, type: 'changed', companyId, data: null }));
