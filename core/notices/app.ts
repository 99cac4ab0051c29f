import { anyAccount } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import './common/manifest.ts';
import { noticeRoutes } from './common/notice.ts';

/** Notices to people about orders, subscriptions and tickets: in the bell and by mail. */
export const notices = defineApp({
  kind: 'core',
  id: 'notices',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell',
  needs: ['accounts'],
  routes: { notice: noticeRoutes },
  pages: [page('users/notices', { access: anyAccount })],
});
