import { z } from 'zod';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { portfolioRoutes } from '#core/device-app/common/portfolio.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { fittingRoutes, fittingsPage } from '#core/fittings/common/fitting.ts';
import { compareRoutes } from '#core/metering/common/compare.ts';
import { consumptionRoutes } from '#core/metering/common/consumption.ts';
import { meteringRoutes, tariffPages } from '#core/metering/common/metering.ts';
import { consumptionReport } from '#core/metering/common/report.ts';
import { printPages } from '#core/print/common/pages.ts';
import { appReportRoutes, reportTemplateRoutes } from '#core/reports/common/app-report.ts';
import { trackingRoutes } from '#core/tracking/common/tracking.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commandRoles, sampleCommands } from './commands.ts';
import { sampleMarket } from './market.ts';

const parts = deviceApp('sample', {
  calls: [
    'suggestion',
    'countByStructure',
    'basic',
    'model',
    'params',
    'metadata',
    'bulk',
    'deviceLog',
    'structures',
    'spaceSuggestion',
    'user',
    'country',
    'city',
  ],
  commands: sampleCommands,
});

/** The app for tests of core and platform. It has tanks, switches and meters. */
export const sample = defineApp({
  ...parts,
  id: 'sample',
  brand: 'Sample',
  web: '/Sample',
  api: '/sample',
  icon: 'box',
  needs: [...deviceAppNeeds, 'metering', 'tracking', 'print', 'reports', 'notices', 'integrations', 'fittings'],
  noticeKinds: ['refill'],
  webhookEvents: { 'tank.filled': { entity: 'device', data: z.object({ tank: z.string() }) } },
  deviceLogKinds: ['cleaned'],
  connectorKinds: { gauge: {} },
  routes: {
    ...parts.routes,
    ...meteringRoutes('sample'),
    tracking: trackingRoutes('sample'),
    deviceHistory: deviceHistoryRoutes('sample'),
    fitting: fittingRoutes('sample'),
    report: appReportRoutes,
    reportTemplate: reportTemplateRoutes,
    analysis: { ...portfolioRoutes('sample'), ...compareRoutes('sample'), ...consumptionRoutes('sample') },
  },
  mailReports: [consumptionReport],
  market: sampleMarket,
  metering: {
    solutions: { 903: { utility: 'water', sensor: 'volume' } },
    models: { 90301: { capacity: 100_000, maxPerHour: 5 } },
    codes: '9001',
  },
  roles: commandRoles,
  pages: [
    page('devices/meter/{id}', { access: canDo('sample.device', 'read') }),
    ...printPages('tank-certificate'),
    ...parts.pages,
    deviceHistoryPage('sample'),
    fittingsPage('sample'),
    ...tariffPages('sample'),
  ],
  solutions: [
    { id: 901, key: 'tank', icon: 'ripple' },
    { id: 902, key: 'switch', icon: 'adjustments' },
    { id: 903, key: 'meter', icon: 'gauge', page: 'devices/meter/{id}' },
    { id: 904, key: 'air', icon: 'wind', offline: 'problem' },
  ],
  sensorTypes: [
    { id: 9001, key: 'level', unit: 'm', kind: 'number', min: 0, max: 30, decimals: 2 },
    { id: 9002, key: 'leak', unit: '', kind: 'boolean' },
    { id: 9003, key: 'mode', unit: '', kind: 'text' },
    { id: 9004, key: 'byHand', unit: '', kind: 'boolean' },
    { id: 9005, key: 'pump', unit: '', kind: 'boolean' },
  ],
  hardware: [
    {
      ...model(90101, 901, 'Tank 1', 'خزان 1', ['level', 'temperature', 'leak']),
      interval: { min: 30, max: 3600 },
      /** 1,000 days, as it reports every minute. */
      battery: { capacity: 1440, sleep: 0, message: 1 },
      checks: {
        calibration: {
          everyDays: 365,
          alarm: 'calibration-due',
          overdue: 'poor',
          soon: { days: 30, severity: 'ok' },
        },
      },
      settings: {
        gain: { kind: 'number', unit: '%', min: 0, max: 100, default: 50 },
        light: { kind: 'boolean', default: true },
        range: { kind: 'choice', options: ['near', 'far'], default: 'near' },
      },
    },
    {
      ...model(90201, 902, 'Switch 1', 'مفتاح 1', ['mode', 'byHand', 'pump', 'leak']),
      channels: ['pump', 'mode', 'rssi'],
      states: { pump: { confirmSeconds: 30, unknownAfterSeconds: 3600, heartbeat: 'byHand', unsure: 'leak' } },
      positions: {},
      events: {
        press: z.object({
          button: z.enum(['green', 'red']),
          result: z.enum(['granted', 'denied']),
          slot: z.number().int().optional(),
        }),
        restart: z.object({}),
      },
      attributes: {
        program: { kind: 'text' },
        bootCount: { kind: 'number' },
        sealed: { kind: 'boolean' },
      },
    },
    model(90301, 903, 'Meter 1', 'عداد 1', ['volume', 'flow', 'leak']),
    model(90303, 903, 'Meter 3', 'عداد 3', ['energy', 'voltageL1', 'voltageL2', 'voltageL3']),
    {
      ...model(90401, 904, 'Air 1', 'هواء 1', ['co2', 'temperature', 'humidity']),
      serials: ['dev-eui'],
      connectivity: 'interval',
    },
    {
      id: 90203,
      solution: 902,
      name: { en: 'Tracker 1', ar: 'متتبع 1' },
      sensors: ['motion', 'ignition', 'odometer', 'battery', 'rssi'],
      positions: {},
      movement: { ignition: 'ignition', odometer: 'odometer' },
      reporting: { movingSeconds: 10, parkedSeconds: 3600 },
      paths: { cable: { supervisionSeconds: 60 }, mobile: { supervisionSeconds: 600 } },
      events: { restart: z.object({}) },
    },
  ],
  links: { 902: { of: [901, 903], offers: { method: 'switch', params: { on: false } } } },
  // When their network fails, all devices are without it at once.
  alarmClasses: { ...parts.alarmClasses, status: { ...parts.alarmClasses.status, notifiedTogether: true } },
  reportSections: {
    'sample-failing': {
      call: 'alarmCount.read',
      draw: 'table',
      columns: { name: { type: 'text' } },
      params: {
        range: { kind: 'choice', options: ['near', 'far'], initial: 'near' },
        most: { kind: 'number', min: 1, max: 10, initial: 5 },
        tanks: { kind: 'devices', most: 2 },
      },
    },
    'sample-planned': { call: 'alarmCount.read', draw: 'tiles', columns: {}, width: [4, 6], unsupported: true },
  },
  alarms: {
    'level-high': { class: 'operational' },
    'flow-high': { class: 'operational' },
    leak: { class: 'operational' },
    'no-reading': { class: 'operational' },
    budget: { class: 'operational' },
    'not-followed': { class: 'operational' },
    'counter-anomaly': { class: 'status' },
  },
});

function model(id: number, solution: number, en: string, ar: string, sensors: string[]) {
  return { id, solution, name: { en, ar }, reportEverySeconds: 60, sensors: [...sensors, 'battery', 'rssi'] };
}
