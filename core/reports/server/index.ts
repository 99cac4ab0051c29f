import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { reports } from '../app.ts';
import { catalogueHandlers } from './catalogue/catalogue-handlers.ts';
import { definitionHandlers } from './definitions/definition-handlers.ts';
import { verifyHandlers } from './files/verify-handlers.ts';
import { runTopics } from './live-topics.ts';
import { receptorHandlers } from './receptors/receptor-handlers.ts';
import { storePrint } from './runs/complete-run.ts';
import { expiryDues } from './runs/expire-runs.ts';
import { runDues } from './runs/prepare-run.ts';
import { runHandlers } from './runs/run-handlers.ts';
import { reportDues } from './schedule/due-reports.ts';
import { reportSections } from './section-kinds.ts';

export const reportsServer = serve(
  reports,
  {
    definition: definitionHandlers,
    run: runHandlers,
    receptor: receptorHandlers,
    catalogue: catalogueHandlers,
    verification: verifyHandlers,
  },
  {
    registries: [reportSections],
    dues: [...reportDues, ...runDues, ...expiryDues],
    // Who has run what and when is kept for longer than the files.
    retentions: [{ setting: 'reportRuns', table: 'report_run', at: 'created_at' }],
    topics: runTopics,
    listeners: { inTransaction: { 'print.finished': storePrint } },
    history: {
      tables: {
        report_definition: { silent: ['nextDueAt', 'failedRuns', 'version', 'search'] },
        report_receptor: { title: ['userId'], silent: ['addedBy'] },
      },
    },
  },
);
