import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

const notFound = () => import('#platform/web/shell/failures/NotFoundPage.tsx');
const editCompany = () => import('./companies/EditCompanyPage.tsx');

/** The pages other than those of signing in, of the person and of their own company. */
export const pages: Readonly<Record<string, PageLoader>> = {
  'users/profile/{userId}/edit': () => import('./people/EditProfilePage.tsx'),
  'users/profile/{userId}/verifyNumber': () => import('./people/VerifyNumberPage.tsx'),
  'users/login-as-company-owner/{id}': () => import('./auth/LoginAsOwnerPage.tsx'),
  'users/access-log': () => import('./logs/AccessLogPage.tsx'),
  'users/access-log/changes': () => import('./logs/ChangeLogPage.tsx'),
  'users/access-log/views': () => import('./logs/ViewLogPage.tsx'),
  'links/list': () => import('./links/LinksPage.tsx'),
  retention: () => import('./retention/RetentionPage.tsx'),
  'users/access-log/platform': () => import('./logs/PlatformChangesPage.tsx'),
  'users/platform': () => import('./people/PlatformStaffPage.tsx'),
  'companies/list': () => import('./companies/CompaniesPage.tsx'),
  'companies/list/requests': () => import('./relations/RequestsPage.tsx'),
  'companies/list/recommended': () => import('./relations/RecommendedPage.tsx'),
  'companies/create': () => import('./companies/CreateCompanyPage.tsx'),
  'companies/profile/{companyId}': () => import('./companies/CompanyProfilePage.tsx'),
  'companies/profile/{companyId}/edit': editCompany,
  'companies/{companyId}/edit': editCompany,
  'customers/list': () => import('./companies/CustomersPage.tsx'),
  '/terms-and-conditions': () => import('./legal/TermsPage.tsx'),
  '/data-policy': () => import('./legal/DataPolicyPage.tsx'),
  '/updates': () => import('./legal/UpdatesPage.tsx'),
  '/development/outbox': () => import('./OutboxPage.tsx'),
  '/development/item-keys': () => (import.meta.env.DEV ? import('./ItemKeysPage.tsx') : notFound()),
  '/development/gallery': () => (import.meta.env.DEV ? import('#platform/web/gallery/GalleryPage.tsx') : notFound()),
};
