import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { deadLetterRoutes, ingestRoutes } from './common/ingest.ts';

/** Device gateways, decoding, readings and dead letters. */
export const telemetry = defineApp({
  kind: 'core',
  id: 'telemetry',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'antenna',
  needs: ['accounts', 'permissions', 'places', 'devices', 'commands'],
  deviceLogKinds: ['replayed', 'replayed-edited'],
  routes: { ingest: ingestRoutes, deadLetter: deadLetterRoutes },
  pages: [
    page('devices/dead-letters', {
      sidebar: 'settings',
      offered: administrators,
      order: 25,
      icon: 'message-exclamation',
      access: deadLetterRoutes.list.access,
    }),
  ],
  // Payloads can contain more than a viewer of one structure should see.
  roles: { 'dead-letter.read': 'Admin', 'dead-letter.replay': 'Admin', 'dead-letter.discard': 'Admin' },
});
