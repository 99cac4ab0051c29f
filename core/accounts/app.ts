import type { Access, AccessRule } from '#platform/common/access.ts';
import { administrators, anyAccount } from '#platform/common/access.ts';
import { adminTypes, companyTypes, providerTypes } from '#platform/common/company-kinds.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { searchRoutes } from '#platform/common/search/search-calls.ts';
import { authRoutes } from './common/auth.ts';
import { billingProfileRoutes } from './common/billing-profile.ts';
import { comPackageRoutes } from './common/com-package.ts';
import { company, companyRoutes } from './common/company.ts';
import { companyAppRoutes } from './common/company-app.ts';
import { companyChangeRoutes } from './common/company-change-log.ts';
import { mayCreateSome } from './common/company-kinds.ts';
import { companyRequestRoutes } from './common/company-request.ts';
import { eventRoutes } from './common/events.ts';
import { outboxRoutes } from './common/outbox.ts';
import { platformStaffAccess, platformStaffRoutes } from './common/platform-staff.ts';
import { pushRoutes } from './common/push.ts';
import { retentionRoutes } from './common/retention.ts';
import { sessionRoutes } from './common/session.ts';
import { sessionLogRoutes } from './common/session-log.ts';
import { securityRoutes, signUpRoutes } from './common/sign-up.ts';
import { signedLinkRoutes } from './common/signed-link.ts';
import { staffRoutes } from './common/staff.ts';
import { preferenceRoutes, userRoutes } from './common/user.ts';
import { viewLogRoutes } from './common/view-log.ts';

/** A denied page of companies or customers redirects to the person's own profile. */
const onDenied = '/core/users/profile/{me}';
const read = company.can('read');
/** Callers who act for others: providers, and people of the platform. */
const customers: Access = {
  or: [
    { ...read, companyTypes: providerTypes.filter((type) => type !== 'Security Company') },
    { ...read, adminTypes },
  ],
};

/** Administrators of companies that serve others. Lists show their own company together with their customers. */
const serving: AccessRule = { or: [{ companyAdmin: true, companyTypes: providerTypes }, { adminTypes }] };
/** Integrators and the platform have a list of what needs attention at each customer. */
const plainList: AccessRule = {
  or: [
    { companyTypes: providerTypes.filter((type) => type !== 'Integrator') },
    { adminTypes: adminTypes.filter((type) => type !== 'Super Admin') },
  ],
};

/** People, companies, their sessions and relations. All other records refer to these. */
export const accounts = defineApp({
  kind: 'core',
  id: 'accounts',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'users',
  needs: ['countries'],
  routes: {
    auth: authRoutes,
    events: eventRoutes,
    session: sessionRoutes,
    user: userRoutes,
    preference: preferenceRoutes,
    company: companyRoutes,
    companyApp: companyAppRoutes,
    billingProfile: billingProfileRoutes,
    companyChange: companyChangeRoutes,
    companyRequest: companyRequestRoutes,
    staff: staffRoutes,
    platformStaff: platformStaffRoutes,
    comPackage: comPackageRoutes,
    sessionLog: sessionLogRoutes,
    viewLog: viewLogRoutes,
    retention: retentionRoutes,
    signedLink: signedLinkRoutes,
    outbox: outboxRoutes,
    signUp: signUpRoutes,
    security: securityRoutes,
    push: pushRoutes,
    search: searchRoutes,
  },
  search: [
    { list: 'staff.list', icon: 'users', company: 'id' },
    { list: 'platformStaff.list', icon: 'user-shield' },
    { list: 'company.list', icon: 'building' },
  ],
  retention: { links: { min: 1, default: 90, max: 400 } },
  roles: {
    'retention.read': 'Admin',
    'retention.update': 'Admin',
    'retention.history': 'Admin',
    // Everybody sees and ends the links that they have made.
    'signed-link.revoke': 'Viewer',
    'signed-link.history': 'Viewer',
    'app.try': 'Admin',
    'app.request': 'Admin',
    'change-log.read': 'Admin',
    'view-log.read': 'Admin',
    'owner.login-as': 'Admin',
    'password.change': 'Admin',
    'second-factor.reset': 'Admin',
    'request.handle': 'Admin',
    'request.cancel': 'Admin',
    'request.contract': 'Admin',
    'request.disengage': 'Admin',
    'request.engage': 'Admin',
    'request.service': 'Admin',
    'user.assign-role': 'Admin',
    'user.expire': 'Admin',
    'com-package.transfer': 'Admin',
    'company.create-asset-management': 'Admin',
    'company.create-authority': 'Admin',
    'company.create-customer': 'Admin',
    'company.create-facility-management': 'Admin',
    'company.create-operator': 'Admin',
    'company.create-police-local': 'Admin',
    'company.create-security': 'Admin',
  },
  pages: [
    page('auth/sign-in', { access: { public: 'this is where a session begins' }, layout: 'auth', global: true }),
    page('auth/sign-up', { access: { public: 'this is where a customer begins' }, layout: 'auth' }),
    page('auth/forget-password', { access: { public: 'asked by who cannot sign in' }, layout: 'auth', global: true }),
    page('auth/reset-password', {
      access: { public: 'the mailed token is the credential' },
      layout: 'auth',
      global: true,
    }),
    page('auth/verify', { access: { public: 'the mailed token is the credential' }, layout: 'auth', global: true }),
    page('users', { access: anyAccount, redirects: ['users/profile/{me}'] }),
    page('users/profile/{userId}', { access: anyAccount }),
    page('users/profile/{userId}/edit', { access: { selfParam: 'userId', guests: true } }),
    page('users/profile/{userId}/verifyNumber', { access: { selfParam: 'userId', guests: true } }),
    page('users/login-as-company-owner/{id}', { access: canDo('company.owner', 'login-as') }),
    page('users/access-log', {
      access: anyAccount,
      sidebar: 'settings',
      order: 40,
      icon: 'history',
      offered: administrators,
    }),
    page('users/access-log/changes', { access: canDo('company.change-log', 'read') }),
    page('users/access-log/views', { access: viewLogRoutes.list.access }),
    page('retention', { access: retentionRoutes.all.access, sidebar: 'settings', order: 44, icon: 'calendar-x' }),
    page('links/list', { access: signedLinkRoutes.list.access, sidebar: 'settings', order: 43, icon: 'link' }),
    page('users/access-log/platform', { access: platformStaffAccess }),
    page('users/platform', { access: platformStaffAccess, sidebar: 'settings', order: 41, icon: 'user-shield' }),
    // People who may not see others are redirected to their own profile.
    page('companies', { redirects: ['companies/list', 'companies/list/requests', 'users/profile/{me}'] }),
    page('people', { redirects: ['people/list'] }),
    page('people/list', { access: staffRoutes.list.access, sidebar: 'organization', order: 1, icon: 'users-group' }),
    page('companies/own', {
      access: company.can('read'),
      sidebar: 'organization',
      order: 2,
      icon: 'building',
      covers: ['companies/profile'],
      offered: { companyTypes, companyAdmin: true },
      onDenied,
    }),
    page('companies/list', {
      access: company.can('read'),
      sidebar: 'organization',
      order: 3,
      icon: 'building-skyscraper',
      offered: serving,
      onDenied,
    }),
    page('companies/list/requests', { access: canDo('company.request', 'read'), onDenied }),
    page('companies/list/recommended', { access: canDo('company.request', 'create'), onDenied }),
    page('companies/create', { access: mayCreateSome(companyTypes), onDenied }),
    page('companies/profile/{companyId}', { access: company.can('read'), onDenied }),
    page('companies/profile/{companyId}/edit', { access: company.can('update'), onDenied }),
    page('companies/{companyId}/edit', { access: company.can('update'), onDenied }),
    page('customers', { redirects: ['customers/list', 'companies'] }),
    page('customers/list', {
      access: customers,
      sidebar: 'organization',
      order: 4,
      icon: 'users',
      offered: plainList,
      onDenied,
    }),
    page('/terms-and-conditions', { access: { public: 'read before signing up' }, layout: 'plain' }),
    page('/data-policy', { access: { public: 'read before signing up' }, layout: 'plain' }),
    page('/updates', { access: { public: 'news of the product' }, layout: 'plain' }),
    page('/development/outbox', {
      access: { adminTypes: ['Super Admin'] },
      sidebar: 'development',
      order: 10,
      icon: 'mailbox',
    }),
    // Only a development server shows these: see where they are bound.
    page('/development/item-keys', {
      access: 'signed-in',
      sidebar: 'development',
      order: 20,
      icon: 'key',
      development: true,
    }),
    page('/development/gallery', {
      access: 'signed-in',
      sidebar: 'libs examples',
      order: 10,
      icon: 'layout-grid',
      development: true,
    }),
  ],
});
