import type { ReportTemplate, TemplateFields } from '../../common/app-report.ts';
import {
  type DataSection,
  pageUnits,
  type Report,
  type ReportFields,
  type ReportSection,
} from '../../common/report.ts';

type Content = Pick<TemplateFields, 'kind' | 'columns' | 'params'>;

/** Tables of more columns are laid out on pages in landscape. */
const mostUpright = 8;
export const keepDays = 90;

/** The section of a template, over the whole width of the page. */
export const sectionOf = (app: string, { kind, columns, params }: Content): DataSection => ({
  type: 'data',
  app,
  kind,
  params,
  titleEn: '',
  titleAr: '',
  columns,
  width: pageUnits,
  startsRow: true,
});

/** The page of a template; `columns`: how many columns its section shows. */
export const layoutFor = (columns: number): ReportFields['layout'] => ({
  paper: 'A4',
  landscape: columns > mostUpright,
  footerEn: '',
  footerAr: '',
});

/** The section of a report that consists of it alone; undefined if the report shows more or nothing. */
export function onlySection(sections: readonly ReportSection[]): DataSection | undefined {
  const [section, ...others] = sections;
  return section?.type === 'data' && others.length === 0 ? section : undefined;
}

/** The report of the fields of a template; the other ones are as usual. */
export function reportFrom(app: string, fields: TemplateFields, columns: number): ReportFields {
  const { kind, columns: shown, params, recipients: _, ...report } = fields;
  return {
    ...report,
    app,
    sections: [sectionOf(app, { kind, columns: shown, params })],
    layout: layoutFor(shown.length || columns),
    ...{ waitMinutes: 0, skipIfEmpty: false, onError: 'hold', keepDays },
  };
}

/** A report as a template. */
export function templateOf(report: Report, recipients: ReportTemplate['recipients']): ReportTemplate {
  const section = onlySection(report.sections);
  const { id, companyId, name, description, period, structureIds, formats, schedule, sections, language, state } =
    report;
  const { pausedBecause, owner, mayChange, nextDueAt, lastRun, version, createdAt } = report;
  return {
    ...{ id, companyId, name, description, period, structureIds, formats, schedule, sections, language, state },
    ...{ pausedBecause, owner, mayChange, nextDueAt, lastRun, version, createdAt },
    kind: section?.kind ?? null,
    columns: section?.columns ?? [],
    params: section?.params ?? {},
    recipients,
  };
}
