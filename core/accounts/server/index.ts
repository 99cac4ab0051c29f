import { streamEvents } from '#platform/server/live-stream.ts';
import { searchAll } from '#platform/server/search.ts';
import { serve } from '#platform/server/serve.ts';
import { accounts } from '../app.ts';
import { authHandlers } from './auth-handlers.ts';
import { comPackageHandlers } from './com-packages.ts';
import { companyHandlers } from './companies.ts';
import { companyChangeHandlers } from './company-change-log.ts';
import { demo } from './demo.ts';
import { accountsHistory } from './history-tables.ts';
import { outboxHandlers } from './outbox.ts';
import { platformStaffHandlers } from './platform-staff.ts';
import { preferenceHandlers } from './preferences.ts';
import { companyRequestHandlers } from './requests.ts';
import { securityHandlers } from './security.ts';
import { sessionLogHandlers } from './session-log.ts';
import { currentSession } from './session-reply.ts';
import { forgetOldSessions } from './sessions.ts';
import { signUpHandlers } from './sign-up.ts';
import { startSms } from './sms.ts';
import { staffHandlers } from './staff.ts';
import './tables.ts';
import { forgetToldTaken } from './told-taken.ts';
import { userHandlers } from './users.ts';

export const accountsServer = serve(
  accounts,
  {
    auth: authHandlers,
    events: { stream: (context) => streamEvents(context, context.query.topics.split(',').filter(Boolean)) },
    search: { all: searchAll },
    session: { current: currentSession },
    user: userHandlers,
    preference: preferenceHandlers,
    company: companyHandlers,
    companyChange: companyChangeHandlers,
    companyRequest: companyRequestHandlers,
    staff: staffHandlers,
    platformStaff: platformStaffHandlers,
    comPackage: comPackageHandlers,
    sessionLog: sessionLogHandlers,
    outbox: outboxHandlers,
    signUp: signUpHandlers,
    security: securityHandlers,
  },
  {
    demo,
    history: accountsHistory,
    start: async (kit) => {
      if (!kit.roles.has('worker')) return undefined;
      await kit.jobs.schedule('accounts.forget-old-sessions', '17 3 * * *', () => forgetOldSessions(kit));
      await kit.jobs.schedule('accounts.forget-told-taken', '19 3 * * *', () => forgetToldTaken(kit));
      return startSms(kit);
    },
  },
);
