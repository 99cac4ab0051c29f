import { defineApp } from '#platform/common/define-app.ts';
import { deadLetterRoutes, ingestRoutes } from './common/ingest.ts';

/** Gateways, decoding, readings and what could not be decoded. */
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
  // Payloads may hold more than a viewer of one structure should see.
  roles: { 'dead-letter.read': 'Admin', 'dead-letter.replay': 'Admin' },
});
