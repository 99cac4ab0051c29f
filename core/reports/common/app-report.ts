import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { maxReceptors } from './receptor.ts';
import {
  canDoWithReports,
  pauseReasons,
  reportFields,
  reportFormats,
  reportLanguages,
  reportSection,
  reportStates,
} from './report.ts';
import { reportPeriod, reportPresets } from './report-period.ts';
import { fileLanguage, fileQuery, runRow, sendBody } from './run.ts';
import { runStates } from './run-states.ts';
import { offeredSection } from './section-catalogue.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** What a template of one kind shows: a single section of the app. */
const content = z.object({
  /** One of the `reportSections` of the app, or of the core in it. */
  kind: requiredText(60),
  columns: z.array(z.string().max(60, 'tooLong')).max(20, 'tooLong'),
  params: z.record(z.string().max(60, 'tooLong'), z.json()),
});

const stored = reportFields.pick({
  name: true,
  description: true,
  period: true,
  structureIds: true,
  formats: true,
  schedule: true,
});

const templateFields = z.object({
  ...stored.shape,
  ...content.shape,
  language: z.enum(reportLanguages),
  /** Colleagues to whom each run by schedule is mailed. */
  recipients: z.array(id()).max(maxReceptors, 'tooLong'),
  active: z.boolean(),
});
export type TemplateFields = z.infer<typeof templateFields>;

const template = z.object({
  ...stored.shape,
  id: z.number(),
  companyId: z.number(),
  /** Null if the report has other sections, too: those are changed in the builder of reports only. */
  kind: z.string().nullable(),
  columns: z.array(z.string()),
  params: z.record(z.string(), z.json()),
  sections: z.array(reportSection),
  language: z.enum(reportLanguages),
  recipients: z.array(person),
  state: z.enum(reportStates),
  pausedBecause: z.enum(pauseReasons).nullable(),
  owner: person,
  mayChange: z.boolean(),
  nextDueAt: z.string().nullable(),
  lastRun: z.object({ id: z.number(), state: z.enum(runStates), at: z.string() }).nullable(),
  version: z.number(),
  createdAt: z.string(),
});
export type ReportTemplate = z.infer<typeof template>;

export const templateList = {
  search: ['name'],
  filter: ['state', 'ownerId'],
  sort: ['name', 'nextDueAt', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const appRunList = {
  search: ['name'],
  filter: ['state', 'cause', 'reportId'],
  sort: ['createdAt', 'name'],
  defaultSort: ['createdAt', 'desc'],
  countUpTo: 10_000,
} as const satisfies ListSpec;

const templatePath = '/report-template/{id}' as const;

/**
 * The report templates of an app: reports of `core/reports` with one section of the app. 403 `no-permission` for a
 * change by others than the owner and administrators; 409 `too-many-reports`; 418 with the path of the section:
 * `sections.0…`.
 */
export const reportTemplateRoutes = {
  list: route.list('/report-template', { access: canDoWithReports('read'), reply: template, list: templateList }),
  create: route.post('/report-template', {
    access: canDoWithReports('create'),
    body: templateFields.extend({
      description: stored.shape.description.default(''),
      columns: content.shape.columns.default([]),
      params: content.shape.params.default({}),
      structureIds: stored.shape.structureIds.default([]),
      formats: stored.shape.formats.default(['pdf']),
      schedule: stored.shape.schedule.default(null),
      language: templateFields.shape.language.default('recipient'),
      recipients: templateFields.shape.recipients.default([]),
      active: z.boolean().default(true),
    }),
    reply: template,
    idempotent: true,
  }),
  get: route.get(templatePath, { access: canDoWithReports('read'), reply: template }),
  /**
   * Changes the fields that are given. With the `version` that the caller has read: 409 `report-changed` if another one was
   * saved meanwhile. 409 `report-has-sections` for the content of a report with several sections.
   */
  update: route.patch(templatePath, {
    access: canDoWithReports('update'),
    body: templateFields.partial().extend({ version: z.number().int('enterANumber').optional() }),
    reply: template,
  }),
  /** Its runs are kept. */
  remove: route.delete(templatePath, { access: canDoWithReports('delete') }),
};

/** The runs of an app's reports. */
export const appReportRoutes = {
  /** The kinds of sections of the app, with what each can show, and the choices of a template. */
  metadata: route.get('/report/metadata', {
    access: canDoWithReports('read'),
    reply: z.object({
      kinds: z.array(offeredSection),
      presets: z.array(z.enum(reportPresets)),
      formats: z.array(z.enum(reportFormats)),
      languages: z.array(z.enum(reportLanguages)),
    }),
  }),
  list: route.list('/report', { access: canDoWithReports('read'), reply: runRow, list: appRunList }),
  /**
   * Runs a template, or a kind without one, now and with the rights of the caller. The same run within a minute is shared:
   * 200 with that run. 429 `queue-full`.
   */
  run: route.post('/report', {
    access: canDoWithReports('generate'),
    body: z
      .object({
        templateId: id().optional(),
        ...content.partial().shape,
        period: reportPeriod.optional(),
        structureIds: z.array(id()).max(200, 'tooLong').optional(),
        language: fileLanguage.optional(),
        formats: z.array(z.enum(reportFormats)).min(1, 'Required').max(3, 'tooLong').optional(),
      })
      .refine(({ templateId, kind }) => (templateId === undefined) !== (kind === undefined), {
        path: ['kind'],
        error: 'kindOrTemplate',
      })
      .refine(({ kind, period }) => kind === undefined || period !== undefined, {
        path: ['period'],
        error: 'Required',
      }),
    reply: runRow.extend({ isNew: z.boolean() }),
    status: 202,
    statusOf: (reply) => ((reply as { isNew: boolean }).isNew ? undefined : 200),
    idempotent: true,
  }),
  /** 409 `not-ready`, 410 `expired`, 403 `not-for-you`. */
  download: route.get('/report/{id}/download', {
    access: canDoWithReports('read'),
    query: fileQuery,
    raw: true,
  }),
  /** Sends the files of a run to colleagues. 409 `not-ready`, 410 `expired`. */
  send: route.post('/report/{id}/send', {
    access: canDoWithReports('send'),
    body: sendBody,
    reply: runRow,
    status: 200,
    idempotent: true,
  }),
};
