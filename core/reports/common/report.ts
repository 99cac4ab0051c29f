import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText, textOfLength } from '#platform/common/validation/validation.ts';
import { reportPeriod } from './report-period.ts';
import { reportSchedule } from './report-schedule.ts';
import { runStates } from './run-states.ts';

export const reportLanguages = ['en', 'ar', 'both', 'recipient'] as const;
export const reportFormats = ['pdf', 'xlsx', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportStates = ['draft', 'active', 'paused'] as const;
/** Why the system has paused a report. */
export const pauseReasons = ['owner-left', 'no-permission', 'app-not-held', 'filter-gone', 'failed', 'nobody'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const maxSections = 30;
export const maxReports = 500;
/** The width of a page in units of sections, and how many sections are next to each other. */
export const pageUnits = 12;
export const maxInRow = 4;

const whole = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
const title = textOfLength({ max: 120 });
const plainLines = z.string('Required').trim().max(4000, 'tooLong');
const inRow = {
  /** In twelfths of the page. */
  width: whole(3, pageUnits),
  /** Begins a row; otherwise it is next to the section before. */
  startsRow: z.boolean(),
};

const heading = z.object({ type: z.literal('heading'), level: whole(1, 3), en: title, ar: title, ...inRow });
const text = z.object({ type: z.literal('text'), en: plainLines, ar: plainLines, ...inRow });
const pageBreak = z.object({ type: z.literal('page-break'), ...inRow });
const data = z.object({
  type: z.literal('data'),
  app: requiredText(60),
  /** One of the `reportSections` of a slice. */
  kind: requiredText(60),
  params: z.record(z.string().max(60, 'tooLong'), z.json()),
  /** Instead of the name of the kind; empty for that. */
  titleEn: title,
  titleAr: title,
  /** The shown columns in order; empty for all. */
  columns: z.array(z.string().max(60, 'tooLong')).max(20, 'tooLong'),
  ...inRow,
});
export type DataSection = z.infer<typeof data>;

/** A part of a report. Its texts are plain: they are never read as HTML. */
export const reportSection = z.discriminatedUnion('type', [heading, text, pageBreak, data]);
export type ReportSection = z.infer<typeof reportSection>;

const layout = z.object({
  paper: z.enum(['A4', 'A3', 'Letter']),
  landscape: z.boolean(),
  footerEn: textOfLength({ max: 200 }),
  footerAr: textOfLength({ max: 200 }),
});

export const reportFields = z.object({
  name: requiredText(120),
  description: textOfLength({ max: 500 }),
  /** The app of a template; null for a report over several apps. */
  app: requiredText(60).nullable(),
  language: z.enum(reportLanguages),
  layout,
  period: reportPeriod,
  /** The sites that it is limited to; empty for all that its reader may see. */
  structureIds: z.array(id()).max(200, 'tooLong'),
  sections: z.array(reportSection).max(maxSections, 'tooLong'),
  formats: z.array(z.enum(reportFormats)).min(1, 'Required').max(3, 'tooLong'),
  schedule: reportSchedule.nullable(),
  /** For how long a run by schedule waits for late readings, in minutes. */
  waitMinutes: whole(0, 360),
  /** Nothing is sent if no section has a row. */
  skipIfEmpty: z.boolean(),
  /** What happens to a run in which a section failed: a person decides, or it is sent as it is. */
  onError: z.enum(['hold', 'send']),
  /** For how many days its files are kept. */
  keepDays: whole(7, 730),
  active: z.boolean(),
});
export type ReportFields = z.infer<typeof reportFields>;

/** What a report is made of; it is stored with each of its runs. */
export const reportDefinition = reportFields.pick({
  name: true,
  app: true,
  language: true,
  layout: true,
  period: true,
  structureIds: true,
  sections: true,
  formats: true,
});
export type ReportDefinition = z.infer<typeof reportDefinition>;

const person = z.object({ id: z.number(), name: z.string() });
const row = reportFields.omit({ active: true }).extend({
  id: z.number(),
  companyId: z.number(),
  state: z.enum(reportStates),
  pausedBecause: z.enum(pauseReasons).nullable(),
  owner: person,
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
  recipients: z.number(),
  /** When it is next run by its schedule. */
  nextDueAt: z.string().nullable(),
  /** The newest run that the caller may see. */
  lastRun: z.object({ id: z.number(), state: z.enum(runStates), at: z.string() }).nullable(),
  version: z.number(),
  createdAt: z.string(),
});
export type Report = z.infer<typeof row>;

export const reportList = {
  search: ['name'],
  // An app finds its own reports and those with a section of it.
  filter: ['app', 'state', 'ownerId'],
  valuesOnly: ['app'],
  sort: ['name', 'nextDueAt', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const canDoWithReports = (action: string) => canDo('report.report', action);

export const reportsPath = '/company/{companyId}/report';
export const reportPath = `${reportsPath}/{id}` as const;

/** 409 `too-many-reports`; 418 with the path of the section: `unsupported`, `widthOver12`, `periodTooLong`. */
export const definitionRoutes = {
  list: route.list(reportsPath, { access: canDoWithReports('read'), reply: row, list: reportList }),
  get: route.get(reportPath, { access: canDoWithReports('read'), reply: row }),
  create: route.post(reportsPath, {
    access: canDoWithReports('create'),
    body: reportFields,
    reply: row,
    idempotent: true,
  }),
  /** `version` is the one that the caller has read: 409 `report-changed` if another one was saved meanwhile. */
  replace: route.put(reportPath, {
    access: canDoWithReports('update'),
    body: reportFields.omit({ app: true }).extend({ version: z.number('Required').int('enterANumber') }),
    reply: row,
  }),
  remove: route.delete(reportPath, { access: canDoWithReports('delete') }),
  history: historyRoute('report.report', reportPath),
};
