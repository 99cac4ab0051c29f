import { deviceApp, deviceAppNeeds, mapPage } from '#core/device-app/common/device-app.ts';
import { trackingRoutes } from '#core/tracking/common/tracking.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commands } from './common/commands.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

const devices = canDo('metrowatch.device', 'read');
const parts = deviceApp('metrowatch', { commands });

/** Locks, cold storage, and trackers of assets and people. Access to locks is not part of it yet. */
export const metrowatch = defineApp({
  ...parts,
  id: 'metrowatch',
  brand: 'SmartTrack',
  web: '/SmartTrack',
  api: '/metrowatch',
  icon: 'key',
  needs: [...deviceAppNeeds, 'tracking', 'market'],
  routes: { ...parts.routes, tracking: trackingRoutes('metrowatch') },
  pages: [
    page('', { redirects: ['devices/list', 'alarms', 'groups/list'] }),
    mapPage('metrowatch'),
    page('devices/asset-tracker/{id}', { access: devices }),
    page('devices/external-tracking/{id}', { access: devices }),
    page('devices/personal-tracking/{id}', { access: devices }),
    ...parts.pages,
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  alarms: {
    ...Object.fromEntries(
      [
        ...['jammed', 'door-held', 'unlocked-long', 'cover-open', 'shock'],
        ...['temperature-high', 'door-open', 'compressor-fault', 'power-lost'],
        ...['fence-enter', 'fence-exit', 'dwell', 'moved'],
        ...['sos', 'fall', 'not-worn', 'overstay'],
      ].map((kind) => [kind, { class: 'operational' }]),
    ),
    'no-change': { class: 'status' },
  },
});
