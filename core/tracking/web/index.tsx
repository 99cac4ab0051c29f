import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { tracking } from '../app.ts';

export const trackingWeb = bindPages(tracking, {
  'own-tracking': () => import('./people/OwnTrackingPage.tsx'),
  'tracking-settings': () => import('./settings/TrackingSettingsPage.tsx'),
});
