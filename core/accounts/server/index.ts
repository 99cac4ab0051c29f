import { streamEvents } from '#platform/server/live/live-stream.ts';
import { outboxBacklog } from '#platform/server/monitoring/backlogs.ts';
import { searchAll } from '#platform/server/records/search.ts';
import { serve } from '#platform/server/serve.ts';
import { accounts } from '../app.ts';
import { billingProfileHandlers } from './companies/billing-profile.ts';
import { comPackageHandlers } from './companies/com-packages.ts';
import { companyHandlers } from './companies/companies.ts';
import { companyAppHandlers } from './companies/company-apps.ts';
import { companyChangeHandlers } from './companies/company-change-log.ts';
import { demo } from './demo.ts';
import { accountsHistory } from './history-tables.ts';
import { signedLinkHandlers } from './links/link-list.ts';
import { outboxHandlers } from './messages/outbox.ts';
import { forgetSentMessages, startSms } from './messages/sms.ts';
import { accountDues } from './people/expired-accounts.ts';
import { preferenceHandlers } from './people/preferences.ts';
import { storeRoleFields } from './people/role-fields.ts';
import { platformStaffHandlers } from './people/staff/platform-staff.ts';
import { staffHandlers } from './people/staff/staff.ts';
import { pushHandlers } from './push/push-devices.ts';
import { duePushes, forgetOldPushes } from './push/push-outbox.ts';
import { contractDues } from './relations/ended-contracts.ts';
import { companyRequestHandlers } from './relations/requests.ts';
import { authHandlers } from './sign-in/auth-handlers.ts';
import { securityHandlers } from './sign-in/security.ts';
import { sessionLogHandlers } from './sign-in/session-log.ts';
import { currentSession } from './sign-in/session-reply.ts';
import { forgetOldSessions } from './sign-in/sessions.ts';
import { signUpHandlers } from './sign-in/sign-up/sign-up.ts';
import './tables.ts';
import { forgetTakenAnswers } from './people/taken-answers.ts';
import { userHandlers } from './people/users.ts';
import { retentionHandlers } from './retention/retention.ts';
import { viewLogHandlers } from './view-log/view-log.ts';

export const accountsServer = serve(
  accounts,
  {
    auth: authHandlers,
    events: {
      stream: (context) =>
        streamEvents(context, { topics: context.query.topics.split(',').filter(Boolean), age: context.query.age }),
    },
    search: { all: searchAll },
    session: { current: currentSession },
    user: userHandlers,
    preference: preferenceHandlers,
    company: companyHandlers,
    companyApp: companyAppHandlers,
    billingProfile: billingProfileHandlers,
    companyChange: companyChangeHandlers,
    companyRequest: companyRequestHandlers,
    staff: staffHandlers,
    platformStaff: platformStaffHandlers,
    comPackage: comPackageHandlers,
    sessionLog: sessionLogHandlers,
    viewLog: viewLogHandlers,
    retention: retentionHandlers,
    signedLink: signedLinkHandlers,
    outbox: outboxHandlers,
    signUp: signUpHandlers,
    security: securityHandlers,
    push: pushHandlers,
  },
  {
    demo,
    reference: storeRoleFields,
    history: accountsHistory,
    backlogs: [outboxBacklog('sms', 'sms_outbox')],
    retentions: [{ setting: 'links', table: 'signed_link', at: 'ended_at', forget: { signed_link: ['holder'] } }],
    dues: [...contractDues, ...accountDues, duePushes],
    start: async (kit) => {
      if (!kit.roles.has('worker')) return undefined;
      await kit.jobs.schedule('accounts.forget-old-sessions', '17 3 * * *', () => forgetOldSessions(kit));
      await kit.jobs.schedule('accounts.forget-told-taken', '19 3 * * *', () => forgetTakenAnswers(kit));
      await kit.jobs.schedule('accounts.forget-old-pushes', '23 3 * * *', () => forgetOldPushes(kit));
      await kit.jobs.schedule('accounts.forget-sent', '29 3 * * *', () => forgetSentMessages(kit));
      return startSms(kit);
    },
  },
);
