import { defineApp, page } from '#platform/common/define-app.ts';
import { authRoutes } from './common/auth.ts';
import { comPackageRoutes } from './common/com-package.ts';
import { companyRoutes } from './common/company.ts';
import { companyRequestRoutes } from './common/company-request.ts';
import { sessionRoutes } from './common/session.ts';
import { sessionLogRoutes } from './common/session-log.ts';
import { securityRoutes, signUpRoutes } from './common/sign-up.ts';
import { staffRoutes } from './common/staff.ts';
import { preferenceRoutes, userRoutes } from './common/user.ts';

/** People, companies, their sessions and relations. Everything else points here. */
export const accounts = defineApp({
  kind: 'core',
  id: 'accounts',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'users',
  needs: [],
  routes: {
    auth: authRoutes,
    session: sessionRoutes,
    user: userRoutes,
    preference: preferenceRoutes,
    company: companyRoutes,
    companyRequest: companyRequestRoutes,
    staff: staffRoutes,
    comPackage: comPackageRoutes,
    sessionLog: sessionLogRoutes,
    signUp: signUpRoutes,
    security: securityRoutes,
  },
  roleFor: { 'owner.login-as': 'Admin', 'password.change': 'Admin', 'request.handle': 'Admin' },
  pages: [
    page('auth/sign-in', { access: { public: 'this is where a session begins' }, layout: 'auth', global: true }),
    page('users/profile/{userId}', { access: 'signed-in' }),
    page('users/profile/{userId}/edit', { access: { selfParam: 'userId' } }),
  ],
});
