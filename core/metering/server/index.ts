import { provideReportSection } from '#core/reports/server/api.ts';
import { attachmentHistory } from '#platform/server/files/attachments.ts';
import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { metering } from '../app.ts';
import { billVerificationHandlers } from './bills/bill-verification.ts';
import { makeDrafts } from './bills/drafts.ts';
import { alarmBudgets } from './budgets.ts';
import { meteringOverviewHandlers } from './overview.ts';
import { consumptionSection } from './reports/consumption-section.ts';
import { mailReports, startReport } from './reports/reports.ts';
import { scanMeters } from './scans/scan-meters.ts';
import './tables.ts';

provideReportSection('consumption', consumptionSection);

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('metering.scan', '*/5 * * * *', () => scanMeters(kit));
  await kit.jobs.schedule('metering.drafts', '5 * * * *', () => makeDrafts(kit));
  await kit.jobs.schedule('metering.budgets', '45 * * * *', () => alarmBudgets(kit));
  return undefined;
}

export const meteringServer = serve(
  metering,
  { overview: meteringOverviewHandlers, bill: billVerificationHandlers },
  {
    start,
    listeners: { inTransaction: { 'mail-plan.due': startReport, 'print.finished': mailReports } },
    history: {
      tables: {
        meter_segment_attachment: attachmentHistory,
        meter_segment: { title: ['serial'], silent: ['userId'] },
        meter_bill: {
          title: ['number'],
          silent: ['userId', 'statement', 'terms', 'chargesOnce', 'verification'],
        },
        meter_review: { about: ['deviceId'], silent: ['userId'] },
        meter_budget: { about: ['deviceId'] },
        meter_reading: { about: ['deviceId'], silent: ['userId'] },
        tariff: { title: ['nameEn'] },
        tariff_version: { silent: ['terms'] },
      },
    },
  },
);
