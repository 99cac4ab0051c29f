import { authPages } from '#core/accounts/web/auth/pages.ts';
import { bootFailed } from '#platform/web/boot-error.ts';
import { startWeb } from '#platform/web/start.tsx';

startWeb({
  signIn: { namespace: 'accounts', pages: authPages },
  apps: async () => (await import('./web-apps.ts')).boundApps,
  locales: import.meta.glob(['../core/**/locales/*.json', '../solutions/**/locales/*.json'], { import: 'default' }),
  menus: import.meta.glob(['../core/*/locales/*.json', '../solutions/*/locales/*.json'], {
    query: '?menu',
    import: 'default',
  }),
}).catch((error: unknown) => bootFailed(error));
