import { defineApp, page } from '#platform/common/define-app.ts';
import { apiToken, apiTokenRoutes } from './common/api-token.ts';

/** Tokens by which the software of a company calls the API in the name of the person who made them. */
export const apiTokens = defineApp({
  kind: 'core',
  id: 'api-tokens',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'key',
  needs: ['accounts', 'permissions', 'places', 'devices'],
  routes: { apiToken: apiTokenRoutes },
  roles: {
    'token.create': 'Operator',
    // Everybody sees and ends their own tokens.
    'token.revoke': 'Viewer',
    'token.history': 'Viewer',
  },
  pages: [page('api-tokens/list', { access: apiToken('read'), sidebar: 'settings', order: 42, icon: 'key' })],
});
