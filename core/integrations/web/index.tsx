import { notificationGroupScreens } from '#core/alarms/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { integrations } from '../app.ts';

export const integrationsWeb = bindPages(integrations, {
  'connectors/list': () => import('./ConnectorsPage.tsx'),
  'connectors/{id}': () => import('./ConnectorPage.tsx'),
  ...notificationGroupScreens,
  'codecs/list': () => import('./CodecsPage.tsx'),
  'codecs/create': () => import('./CreateCodecPage.tsx'),
  'codecs/{id}': () => import('./CodecPage.tsx'),
});
