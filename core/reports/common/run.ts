import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { reportDocument, sectionFaults } from './document.ts';
import { maxReceptors } from './receptor.ts';
import { canDoWithReports, reportFormats, reportPath, reportsPath } from './report.ts';
import { reportPeriod } from './report-period.ts';
import { runStates } from './run-states.ts';

/** Why a run has no result: of its person, or because its PDF could not be laid out. */
export const runErrors = ['owner-left', 'no-permission', 'app-not-held', 'print-failed'] as const;
export type RunError = (typeof runErrors)[number];

/** Why somebody was not sent a run. */
export const skipReasons = ['left', 'no-permission', 'paused'] as const;
export type SkipReason = (typeof skipReasons)[number];

export const fileLanguage = z.enum(['en', 'ar', 'both']);
const person = z.object({ id: z.number(), name: z.string() });

const file = z.object({
  language: fileLanguage,
  format: z.enum(reportFormats),
  /** Null until the file exists. */
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  code: z.string(),
});

const delivery = z.object({
  user: person.nullable(),
  state: z.enum(['sent', 'skipped']),
  reason: z.enum(skipReasons).nullable(),
  mode: z.enum(['attachment', 'link']).nullable(),
  /** Who sent it by hand; null for a recipient of the report. */
  sentBy: person.nullable(),
  at: z.string(),
});

export const runRow = z.object({
  id: z.number(),
  companyId: z.number(),
  reportId: z.number().nullable(),
  app: z.string().nullable(),
  name: z.string(),
  cause: z.enum(['hand', 'schedule']),
  state: z.enum(runStates),
  /** How many runs of the company are prepared before it, while it waits. */
  ahead: z.number().nullable(),
  /** When it is prepared, if that is later: it waits for late readings, or until a section is read again. */
  waitsUntil: z.string().nullable(),
  /** How often a section could not be read, so that all are read again. */
  attempts: z.number(),
  dueAt: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  /** In whose name, and so with whose rights. */
  by: person,
  faults: z.array(z.object({ section: z.number(), fault: z.enum(sectionFaults) })),
  rowCount: z.number(),
  error: z.enum(runErrors).nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  files: z.array(file),
  deliveries: z.array(delivery),
});
export type ReportRun = z.infer<typeof runRow>;

export const runList = {
  filter: ['state', 'cause'],
  sort: ['createdAt'],
  defaultSort: ['createdAt', 'desc'],
  countUpTo: 10_000,
} as const satisfies ListSpec;

/** Colleagues to whom a run is sent, besides the recipients of its report. */
export const sendBody = z.object({
  userIds: z.array(id()).min(1, 'Required').max(maxReceptors, 'tooLong'),
});

/** By default the first file. */
export const fileQuery = z.object({ language: fileLanguage.optional(), format: z.enum(reportFormats).optional() });

const runPath = `${reportsPath}/run/{id}` as const;

export const runRoutes = {
  /**
   * Runs a report now, with the rights of the caller. The same run within a minute is shared: 200 with that run. 429
   * `queue-full`.
   */
  generate: route.post(`${reportPath}/pdf`, {
    access: canDoWithReports('generate'),
    body: z.object({
      period: reportPeriod.optional(),
      /** Narrows the sites of the report. */
      structureIds: z.array(id()).max(200, 'tooLong').optional(),
      language: fileLanguage.optional(),
      formats: z.array(z.enum(reportFormats)).min(1, 'Required').max(3, 'tooLong').optional(),
    }),
    reply: runRow.extend({ isNew: z.boolean() }),
    status: 202,
    statusOf: (reply) => ((reply as { isNew: boolean }).isNew ? undefined : 200),
    idempotent: true,
  }),
  /**
   * The file of a run, by default of the newest one that the caller may see: 404 if there is none, 409 `not-ready`, 410
   * `expired`, 403 `not-for-you`.
   */
  file: route.get(`${reportPath}/pdf`, {
    access: canDoWithReports('read'),
    query: z.object({
      run: id().optional(),
      language: fileLanguage.optional(),
      format: z.enum(reportFormats).default('pdf'),
    }),
    raw: true,
  }),
  list: route.list(`${reportPath}/run`, { access: canDoWithReports('read'), reply: runRow, list: runList }),
  get: route.get(runPath, { access: canDoWithReports('read'), reply: runRow }),
  /** The file of this run, also if its report was deleted: refuses as `file` does. */
  download: route.get(`${runPath}/file`, { access: canDoWithReports('read'), query: fileQuery, raw: true }),
  /** What the run has found, for its page. */
  document: route.get(`${runPath}/document`, { access: canDoWithReports('read'), reply: reportDocument }),
  /** Ends a run that still waits. */
  cancel: route.post(`${runPath}/cancel`, { access: canDoWithReports('generate'), reply: runRow, status: 200 }),
  /** Sends a run that was held because a section failed, as it is. */
  release: route.post(`${runPath}/release`, { access: canDoWithReports('send'), reply: runRow, status: 200 }),
  /**
   * Sends the run to these colleagues now; `deliveries` says who was skipped and why. Who was sent it before is sent it
   * again. 409 `not-ready`, 410 `expired`.
   */
  send: route.post(`${runPath}/send`, {
    access: canDoWithReports('send'),
    body: sendBody,
    reply: runRow,
    status: 200,
    idempotent: true,
  }),
};
