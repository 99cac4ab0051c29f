import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { telemetry } from '../app.ts';

export const telemetryWeb = bindPages(telemetry, {
  'devices/dead-letters': () => import('./dead-letters/DeadLettersPage.tsx'),
});
