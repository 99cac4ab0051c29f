import type { AuthPage } from '#platform/web/shell/routing/router.tsx';

/** The pages before sign-in: each is small and loaded separately. The global variant has no sign-up. */
export const authPages: readonly AuthPage[] = [
  { path: '/core/auth/sign-in', load: () => import('./SignInPage.tsx'), global: true, signedOut: true },
  { path: '/core/auth/sign-up', load: () => import('./SignUpPage.tsx'), global: false, signedOut: true },
  { path: '/core/auth/forget-password', load: () => import('./ForgetPasswordPage.tsx'), global: true, signedOut: true },
  { path: '/core/auth/reset-password', load: () => import('./ResetPasswordPage.tsx'), global: true, signedOut: false },
  { path: '/core/auth/verify', load: () => import('./VerifyPage.tsx'), global: true, signedOut: false },
];
