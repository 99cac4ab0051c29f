import { startWeb } from '#platform/web/start.tsx';

void startWeb({
  signIn: { namespace: 'accounts', load: () => import('#core/accounts/web/SignInPage.tsx') },
  apps: async () => (await import('./web-apps.ts')).boundApps,
  locales: import.meta.glob(['../core/*/locales/*.json', '../solutions/*/locales/*.json'], { import: 'default' }),
});
