import { z } from 'zod';
import { defineApp, page } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { loraGateway, loraGatewayRoutes } from './common/gateway.ts';
import { metaRoutes } from './common/meta.ts';

const eventRoutes = {
  /** Server-sent events: `topics=device:12,devices,alarms`. */
  stream: route.get('/events', {
    access: 'signed-in',
    query: z.object({ topics: z.string().max(4000, 'tooLong') }),
    reply: z.unknown(),
    raw: true,
    allClients: true,
  }),
};

/** Hardware models, devices, their newest values, tokens, credentials and commands, for every app. */
export const devices = defineApp({
  kind: 'core',
  id: 'devices',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device',
  needs: ['accounts', 'permissions', 'places'],
  routes: { events: eventRoutes, meta: metaRoutes, loraGateway: loraGatewayRoutes },
  pages: [page('users/gateways', { sidebar: 'settings', order: 23, icon: 'device', access: loraGateway.can('read') })],
  // Every device may have these, whatever it measures.
  sensorTypes: [
    { id: 1, key: 'battery', unit: '%', kind: 'number', min: 0, max: 100, decimals: 0, solutions: [] },
    { id: 2, key: 'rssi', unit: 'dBm', kind: 'number', min: -150, max: 0, decimals: 0, solutions: [] },
    { id: 3, key: 'tamper', unit: '', kind: 'boolean', solutions: [] },
  ],
});
