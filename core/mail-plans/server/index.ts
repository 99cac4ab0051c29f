import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { mailPlans } from '../app.ts';
import { maintainLocalTimes, planDues } from './digests.ts';
import { mailPlanHandlers } from './mail-plans.ts';

export const mailPlansServer = serve(
  mailPlans,
  { mailPlan: mailPlanHandlers },
  {
    history: {
      // Changes by the scheduler are not changes by a person.
      tables: { notification_schedule: { silent: ['nextAt', 'sentAt', 'toldUntil', 'zone'] } },
    },
    dues: planDues,
    listeners: { inTransaction: { 'company.zone-changed': maintainLocalTimes } },
  },
);
