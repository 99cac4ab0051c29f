import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type definitionRoutes, reportList } from '../../common/report.ts';
import { concernsApp, ofHeldApp, oneReport, reportOf, reportRows, reportToChange } from './report-rows.ts';
import { insertReport, updateReport } from './write-report.ts';

export const definitionHandlers: Handlers<typeof definitionRoutes> = {
  async list(context) {
    const { tx, actor, list, params } = context;
    const { app: apps, ...filters } = list.filters;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'report_definition',
      spec: reportList,
      query: { ...list, filters },
      scope: { ...actor.scope, companies: [readableCompany(actor, params.companyId)] },
      where: [ofHeldApp(actor), ...(apps ? [concernsApp(apps)] : [])],
    });
    return { data: await reportRows(context, ids), totalRecords };
  },
  get: (context) => reportOf(context),
  async create(context) {
    const companyId = changeableCompany(context.actor, context.params.companyId);
    return oneReport(context, await insertReport(context, { companyId, fields: context.body }));
  },
  async replace(context) {
    const before = await reportToChange(context);
    const { version, ...fields } = context.body;
    if (before.version !== version) throw refuse(409, 'report-changed');
    await updateReport(context, before, fields);
    return oneReport(context, before.id);
  },
  async remove(context) {
    const { id } = await reportToChange(context);
    await context.tx.deleteFrom('reportDefinition').where('id', '=', id).execute();
    return null;
  },
  async history(context) {
    const { id, companyId } = await reportOf(context);
    return changesOf(context, { table: 'report_definition', id, companyId });
  },
};
