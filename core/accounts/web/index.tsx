import { accounts } from '#core/accounts/app.ts';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';

const early = {
  'auth/sign-in': () => import('./auth/SignInPage.tsx'),
  'auth/sign-up': () => import('./auth/SignUpPage.tsx'),
  'auth/forget-password': () => import('./auth/ForgetPasswordPage.tsx'),
  'auth/reset-password': () => import('./auth/ResetPasswordPage.tsx'),
  'auth/verify': () => import('./auth/VerifyPage.tsx'),
  'users/profile/{userId}': () => import('./people/ProfilePage.tsx'),
  'people/list': () => import('./people/PeoplePage.tsx'),
  'companies/own': () => import('./companies/OwnCompanyPage.tsx'),
};

export const accountsWeb = bindPages(
  accounts,
  {
    ...early,
    ...loadedLater(
      accounts.pages.flatMap(({ path, redirects }) => (redirects || path in early ? [] : path)),
      () => import('./pages.ts'),
    ),
  },
  { search: () => import('./search.ts') },
);
