import { defineApp, page } from '#platform/common/define-app.ts';
import './common/manifest.ts';
import { pairingRoutes, screen, screenRoutes } from './common/screen.ts';

/** Screens on walls and at gates, which show what an app knows of a record. They are paired by a code and need no account. */
export const screens = defineApp({
  kind: 'core',
  id: 'screens',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-desktop',
  needs: ['accounts', 'permissions', 'places', 'feeds'],
  feedKinds: ['screen'],
  routes: { screen: screenRoutes, pairing: pairingRoutes },
  pages: [
    page('screens/list', { access: screen('read'), sidebar: 'settings', order: 45, icon: 'device-desktop' }),
    page('/screen', {
      access: { public: 'a screen shows its code to whoever stands in front of it' },
      layout: 'plain',
      light: 'screens/screen',
    }),
  ],
});
