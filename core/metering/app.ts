import { printPages } from '#core/print/common/pages.ts';
import { verificationPage } from '#core/print/common/verification.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { defineApp } from '#platform/common/define-app.ts';
import { billVerificationRoutes, verifyBillPath } from './common/bill.ts';
import './common/manifest.ts';
import { meteringOverviewRoutes } from './common/overview.ts';

const staff = ['Financial Admin', 'Super Admin'] as const;

/** Meters, tariffs and bills of the apps that mount `meteringRoutes`. */
export const metering = defineApp({
  kind: 'core',
  id: 'metering',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'receipt',
  needs: [
    'accounts',
    'permissions',
    'boards',
    'places',
    'print',
    'reports',
    'devices',
    'mail-plans',
    'telemetry',
    'alarms',
    'device-app',
  ],
  routes: { overview: meteringOverviewRoutes, bill: billVerificationRoutes },
  widgets: {
    money: {
      place: 'overview',
      size: [9, 2],
      initial: [13, 2],
      call: 'overview.money',
      offered: { adminTypes: staff },
      order: 9,
    },
    consumption: {
      place: 'overview',
      size: [7, 2],
      initial: [9, 2],
      call: 'overview.consumption',
      offered: { companyTypes },
      order: 6,
    },
    'structure-comparison': { place: 'app', size: [11, 2], call: 'analysis.compare' },
    'devices-comparison': { place: 'app', size: [11, 2], call: 'analysis.compare' },
  },
  reportSections: {
    consumption: {
      call: 'analysis.consumption',
      draw: 'table',
      columns: {
        site: { type: 'text' },
        utility: { type: 'text', values: 'utility' },
        amount: { type: 'number', decimals: 1 },
        unit: { type: 'text' },
        before: { type: 'number', decimals: 1 },
        change: { type: 'percent' },
        known: { type: 'number' },
        meters: { type: 'number' },
      },
      width: [8, 12],
      maxDays: 370,
    },
  },
  pages: [...printPages('meter-invoice', 'consumption-report'), verificationPage(verifyBillPath)],
});
