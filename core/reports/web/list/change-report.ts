import { RequestError } from '#platform/web/client/request-error.ts';
import type { Report, ReportFields } from '../../common/report.ts';
import { api } from '../api.ts';

const longestName = 120;
/** So many copies of one report get names of their own. */
const mostCopies = 20;

/** The fields of a report, as they are sent back. */
function fieldsOf(report: Report): Omit<ReportFields, 'active'> {
  const { name, description, app, language, layout, period, structureIds, sections, formats, schedule } = report;
  const { waitMinutes, skipIfEmpty, onError, keepDays } = report;
  return {
    ...{ name, description, app, language, layout, period, structureIds, sections, formats, schedule },
    ...{ waitMinutes, skipIfEmpty, onError, keepDays },
  };
}

/** Pauses a report, or lets it run by its schedule again. */
export function setActive(report: Report, active: boolean): Promise<Report> {
  const { id, companyId, version } = report;
  const { app: _app, ...fields } = fieldsOf(report);
  return api.definition.replace.send({
    params: { companyId, id },
    body: { ...fields, active, version },
    silent: 'success',
  });
}

const isTaken = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.errors.some(({ param, msg }) => param === 'name' && msg === 'taken');

/** Stores a copy, which is paused: two of one kind would both be sent. `nameOf` names the nth copy. */
export async function copyReport(report: Report, nameOf: (n: number) => string): Promise<Report> {
  for (let n = 1; ; n++) {
    const body = { ...fieldsOf(report), name: nameOf(n).slice(0, longestName), active: false };
    try {
      return await api.definition.create.send({ params: { companyId: report.companyId }, body, silent: 'success' });
    } catch (error) {
      if (!isTaken(error) || n === mostCopies) throw error;
      // The next name is tried instead of a notice.
      error.shown = true;
    }
  }
}
