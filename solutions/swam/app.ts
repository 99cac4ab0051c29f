import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { portfolioRoutes } from '#core/device-app/common/portfolio.ts';
import { commandRoutes } from '#core/devices/common/command.ts';
import { compareRoutes } from '#core/metering/common/compare.ts';
import { consumptionRoutes } from '#core/metering/common/consumption.ts';
import { meteringRoutes, tariffPages } from '#core/metering/common/metering.ts';
import { consumptionReport } from '#core/metering/common/report.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commands, controlUnit, flowDetector, waterMeter } from './common/commands.ts';
import { metering } from './common/metering.ts';
import { hardware, sensorTypes, solutions } from './common/sensors.ts';

const devices = canDo('swam.device', 'read');
const parts = deviceApp('swam', { commands });

/** Monitoring of water, air, gas and energy with sensors and meters. */
export const swam = defineApp({
  ...parts,
  id: 'swam',
  brand: 'PureTrace',
  web: '/PureTrace',
  api: '/swam',
  icon: 'droplet',
  needs: [...deviceAppNeeds, 'metering'],
  routes: {
    ...parts.routes,
    ...meteringRoutes('swam'),
    controlUnit: commandRoutes('swam', '/control-unit', parts.commands),
    analysis: { ...portfolioRoutes('swam'), ...compareRoutes('swam'), ...consumptionRoutes('swam') },
  },
  mailReports: [consumptionReport],
  metering,
  pages: [
    page('', {
      redirects: ['analysis/structure-portfolio', 'devices/list', 'alarms', 'groups/list'],
    }),
    page('analysis/structure-portfolio', {
      sidebar: 'analysis',
      order: 10,
      icon: 'chart-line',
      covers: ['analysis-v2'],
      access: canDo('swam.analysis', 'read'),
    }),
    page('analysis-v2/structure-portfolio', { access: canDo('swam.analysis', 'read') }),
    page('analysis/consumption', { sidebar: 'analysis', order: 11, access: canDo('swam.analysis', 'read') }),
    page('analysis/compare', { sidebar: 'analysis', order: 12, access: canDo('swam.analysis', 'read') }),
    page('devices/meter/{id}', { access: devices }),
    page('devices/control-unit/{id}', { access: devices }),
    ...parts.pages,
    ...tariffPages('swam'),
  ],
  links: {
    [controlUnit]: { of: [flowDetector, waterMeter], offers: { method: 'valve', params: { position: 'closed' } } },
  },
  solutions,
  sensorTypes,
  hardware,
  alarms: {
    'level-high': { class: 'operational' },
    'level-low': { class: 'operational' },
    leak: { class: 'operational' },
    'flow-high': { class: 'operational' },
    'air-quality': { class: 'operational' },
    'gas-detected': { class: 'operational' },
    'water-quality': { class: 'operational' },
    'temperature-high': { class: 'operational' },
    'no-reading': { class: 'operational' },
    'valve-not-following': { class: 'operational' },
    'manual-mode': { class: 'status' },
    'counter-anomaly': { class: 'status' },
  },
});
