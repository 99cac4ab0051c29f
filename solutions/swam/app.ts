import { commandRoutes } from '#core/commands/common/command.ts';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { portfolioRoutes } from '#core/device-app/common/portfolio.ts';
import { compareRoutes } from '#core/metering/common/compare.ts';
import { consumptionRoutes } from '#core/metering/common/consumption.ts';
import { meteringRoutes, tariffPages } from '#core/metering/common/metering.ts';
import { consumptionReport } from '#core/metering/common/report.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commands, controlUnit, flowDetector, waterMeter } from './common/commands.ts';
import { insightRoutes, settingRoutes } from './common/insights.ts';
import { market } from './common/market.ts';
import { swamMetering } from './common/metering.ts';
import { hardware, sensorTypes, solutions } from './common/sensors.ts';

const devices = canDo('swam.device', 'read');
const parts = deviceApp('swam', { commands });

const ofClass = (name: string, ...kinds: readonly string[][]) =>
  Object.fromEntries(kinds.flat().map((kind) => [kind, { class: name }]));

/** Monitoring of water, air, gas and energy with sensors and meters. */
export const swam = defineApp({
  ...parts,
  id: 'swam',
  brand: 'PureTrace',
  web: '/PureTrace',
  api: '/swam',
  icon: 'droplet',
  needs: [...deviceAppNeeds, 'metering', 'market', 'orders', 'device-requests'],
  routes: {
    ...parts.routes,
    ...meteringRoutes('swam'),
    controlUnit: commandRoutes('swam', '/control-unit', parts.commands),
    analysis: { ...portfolioRoutes('swam'), ...compareRoutes('swam'), ...consumptionRoutes('swam') },
    insight: insightRoutes,
    setting: settingRoutes,
  },
  mailReports: [consumptionReport],
  market,
  metering: swamMetering,
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
    page('devices/meter/{id}', { access: devices, ahead: true }),
    page('devices/control-unit/{id}', { access: devices, ahead: true }),
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
    ...ofClass(
      'operational',
      ['water-quality', 'warm-water', 'level-high', 'level-low', 'level-dropping'],
      ['leak', 'continuous-flow', 'burst', 'night-flow', 'backflow', 'flow-high', 'pressure', 'gas-leak'],
      ['air-quality', 'humidity-high', 'aqi-high', 'dust-storm', 'gas-detected', 'oxygen'],
      ['consumption-high', 'budget', 'meter-stopped', 'low-delta-t', 'supply-warm'],
      ['valve-not-following'],
      ['voltage', 'phase-loss', 'unbalance', 'overload', 'power-factor'],
      ['temperature-high', 'temperature-low', 'no-reading'],
    ),
    ...ofClass('status', ['manual-mode', 'probe-fouled', 'bump-test-due', 'counter-anomaly']),
  },
});
