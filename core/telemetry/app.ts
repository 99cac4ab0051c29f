import { defineApp } from '#platform/common/define-app.ts';
import { deadLetterRoutes, ingestRoutes } from './common/ingest.ts';

/** Device gateways, decoding, readings and dead letters. */
export const telemetry = defineApp({
  kind: 'core',
  id: 'telemetry',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'antenna',
  needs: ['accounts', 'permissions', 'places', 'devices'],
  routes: { ingest: ingestRoutes, deadLetter: deadLetterRoutes },
  pages: [],
  // Payloads can contain more than a viewer of one structure should see.
  roles: { 'dead-letter.read': 'Admin', 'dead-letter.replay': 'Admin' },
});
