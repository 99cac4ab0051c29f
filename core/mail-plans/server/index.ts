import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { mailPlans } from '../app.ts';
import { sendDueDigests } from './digests.ts';
import { mailPlanHandlers } from './mail-plans.ts';

export const mailPlansServer = serve(
  mailPlans,
  { mailPlan: mailPlanHandlers },
  {
    history: {
      // Changes by the scheduler are not changes by a person.
      tables: { notification_schedule: { silent: ['nextAt', 'sentAt', 'toldUntil', 'zone'] } },
    },
    start: async (kit) => {
      // The name of the job is stored in databases.
      if (kit.roles.has('worker')) await kit.jobs.schedule('alarms.digests', '* * * * *', () => sendDueDigests(kit));
      return undefined;
    },
  },
);
