import { notificationGroupScreens } from '#core/notifications/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { integrations } from '../app.ts';

export const integrationsWeb = bindPages(integrations, {
  'connectors/list': () => import('./ConnectorsPage.tsx'),
  'connectors/{id}': () => import('./ConnectorPage.tsx'),
  ...notificationGroupScreens,
  'codecs/list': () => import('./codecs/CodecsPage.tsx'),
  'codecs/create': () => import('./codecs/CreateCodecPage.tsx'),
  'codecs/{id}': () => import('./codecs/CodecPage.tsx'),
});
