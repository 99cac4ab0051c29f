import { accounts } from '#core/accounts/app.ts';
import { bindPages } from '#platform/web/shell/bind-pages.ts';

export const accountsWeb = bindPages(accounts, {
  'auth/sign-in': () => import('./SignInPage.tsx'),
  'users/profile/{userId}': () => import('./ProfilePage.tsx'),
  'users/profile/{userId}/edit': () => import('./EditProfilePage.tsx'),
});
