import { sql } from 'kysely';
import { sendFile } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type appReportRoutes, appRunList } from '../../common/app-report.ts';
import { type ReportDefinition, reportFormats, reportLanguages } from '../../common/report.ts';
import { reportPresets } from '../../common/report-period.ts';
import { offeredSections } from '../catalogue/catalogue-handlers.ts';
import { checkDefinition, definitionOf } from '../definitions/check-definition.ts';
import { reportOfApp } from '../definitions/report-rows.ts';
import { runByHand, runReport } from '../runs/run-by-hand.ts';
import { fileOfRun } from '../runs/run-files.ts';
import { runOfApp, runRows } from '../runs/run-rows.ts';
import { isVisibleRun } from '../runs/run-scope.ts';
import { sendRun } from '../runs/send-run.ts';
import { sectionKind } from '../section-kinds.ts';
import { words } from '../section-words.ts';
import { keepDays, layoutFor, sectionOf } from './template-report.ts';

/** A report of one kind that is run without being stored. It is named as its kind is. */
function unstored(context: Context, app: string, content: Parameters<typeof sectionOf>[1]): ReportDefinition {
  const found = sectionKind(context.kit.apps, content.kind);
  const name = found ? words(found.slice, `reportSections.${content.kind}`)[context.locale] : content.kind;
  const columns = content.columns.length || Object.keys(found?.spec.columns ?? {}).length;
  return {
    ...{ name, app, structureIds: [], formats: ['pdf'], period: { preset: 'last-7-days' }, language: 'recipient' },
    ...{ layout: layoutFor(columns), sections: [sectionOf(app, content)] },
  };
}

/** The runs of reports of an app. */
export function appReportHandlers(app: string): Handlers<typeof appReportRoutes> {
  return {
    metadata: async (context) => ({
      kinds: offeredSections(context, app),
      presets: [...reportPresets],
      formats: [...reportFormats],
      languages: [...reportLanguages],
    }),
    async list(context) {
      const { tx, kit, actor, list } = context;
      const { ids, totalRecords } = await findIds(tx, {
        table: 'report_run',
        spec: appRunList,
        query: list,
        scope: actor.scope,
        where: [sql`t.app = ${app}`, isVisibleRun(kit, actor)],
      });
      return { data: await runRows(context, ids), totalRecords };
    },
    async run(context) {
      const { actor, body, locale } = context;
      const { templateId, kind, columns = [], params = {}, ...asked } = body;
      if (templateId !== undefined) {
        const report = await reportOfApp(context, { app, id: templateId });
        return runReport(context, { companyId: changeableCompany(actor, report.companyId), report, asked });
      }
      const plain = unstored(context, app, { kind: kind ?? '', columns, params });
      const definition = definitionOf({
        ...plain,
        period: asked.period ?? plain.period,
        structureIds: asked.structureIds ?? [],
        formats: asked.formats ?? plain.formats,
        language: asked.language ?? locale,
      });
      await checkDefinition(context, definition, []);
      return runByHand(context, {
        ...{ companyId: companyOf(actor), reportId: null, definition, keepDays },
        ...{ languages: [asked.language ?? locale], formats: definition.formats },
      });
    },
    download: (context) =>
      sendFile(context, async (tx) => {
        const reading = { ...context, tx };
        const run = await runOfApp(reading, { app, id: context.params.id });
        return fileOfRun(reading, run, context.query);
      }),
    async send(context) {
      const run = await runOfApp(context, { app, id: context.params.id });
      changeableCompany(context.actor, run.companyId);
      return sendRun(context, run, context.body.userIds);
    },
  };
}
