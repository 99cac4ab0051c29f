import { z } from 'zod';
import { templateStates } from '#core/devices/common/device.ts';
import { ruleFields } from '#core/rules/common/rule.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { deviceTemplate, drift, follower } from './device-template.ts';
import { threshold } from './thresholds.ts';

export const maxDevices = 5000;

/** A rule of a template: it holds for the devices that follow the template. */
const templateRule = ruleFields.omit({ solutionId: true, structureId: true, deviceId: true, scheduleId: true });
const newTemplateRule = templateRule.partial({
  titles: true,
  names: true,
  clear: true,
  schedule: true,
  actions: true,
  message: true,
  guidance: true,
  enabled: true,
});

const settings = z.record(
  z.string().max(60, 'tooLong'),
  z.union([z.number(), z.boolean(), z.string().max(120, 'tooLong')]),
);
const different = (keys: readonly string[]) => new Set(keys).size === keys.length;

/** What a version of a template says. */
const contentFields = {
  /** The reporting interval in seconds; null leaves that of the device. */
  intervalSeconds: z.number('enterANumber').int('enterANumber').nullable(),
  thresholds: z
    .array(threshold)
    .max(40, 'tooLong')
    .refine((all) => different(all.map(({ sensor }) => sensor)), 'sameSensor'),
  rules: z.array(newTemplateRule).max(20, 'tooLong'),
  settings,
};
export const templateContent = z.object(contentFields);
export type TemplateContent = z.infer<typeof templateContent>;

const fields = z.object({
  /** Unique within the company and the app. */
  name: requiredText(120),
  description: z.string().trim().max(500, 'tooLong'),
  hardwareId: id(),
});

export const newTemplate = fields.extend({
  description: fields.shape.description.default(''),
  intervalSeconds: contentFields.intervalSeconds.default(null),
  thresholds: contentFields.thresholds.default([]),
  rules: contentFields.rules.default([]),
  settings: settings.default({}),
});
export type NewTemplate = z.infer<typeof newTemplate>;
export const templateStatuses = ['active', 'archived'] as const;
/** Another content is a new version: versions never change. */
export const templateChange = fields
  .omit({ hardwareId: true })
  .extend({ ...contentFields, status: z.enum(templateStatuses) })
  .partial();

/** The number of devices by their state. */
const counts = z.partialRecord(z.enum(templateStates), z.number());
export const storedTemplate = fields.extend({
  id: z.number().int(),
  companyId: z.number().int(),
  status: z.enum(templateStatuses),
  createdAt: instant(),
});
export const templateRow = storedTemplate.extend({
  /** The newest version. */
  version: z.number(),
  devices: z.number(),
  counts,
  ...contentFields,
});
export type TemplateRow = z.infer<typeof templateRow>;

export const templateVersion = z.object({
  id: z.number(),
  version: z.number(),
  createdAt: z.string(),
  by: z.string().nullable(),
  devices: z.number(),
  content: templateContent,
});
export type TemplateVersion = z.infer<typeof templateVersion>;

export const starter = z
  .object({ hardwareId: z.number(), name: z.object({ en: z.string(), ar: z.string() }) })
  .extend(contentFields);
export type Starter = z.infer<typeof starter>;

export const templateList = {
  search: ['name'],
  filter: ['hardwareId', 'status'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const applicationStates = ['pending', 'done', 'waiting', 'error'] as const;
export type ApplicationState = (typeof applicationStates)[number];
/** One run that gives a version of a template to devices. */
export const application = z.object({
  id: z.number(),
  templateId: z.number(),
  version: z.number(),
  keepLocal: z.boolean(),
  createdAt: z.string(),
  by: z.string().nullable(),
  counts: z.partialRecord(z.enum(applicationStates), z.number()),
});
export type Application = z.infer<typeof application>;
export const applicationDevice = z.object({
  id: z.number(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  state: z.enum(applicationStates),
  /** Why it failed: a text under `errors`. */
  code: z.string().nullable(),
  changedAt: z.string(),
});
export type ApplicationDevice = z.infer<typeof applicationDevice>;
const applicationDeviceList = {
  filter: ['state'],
  sort: ['id'],
  defaultSort: ['id', 'asc'],
} as const satisfies ListSpec;

const deviceIds = z.array(id()).min(1, 'Required').max(maxDevices, 'tooLong');
/** All devices of the template's model that match. */
const deviceFilter = z.object({
  structureId: id().optional(),
  templateState: z.enum(templateStates).optional(),
  /** Only those that follow the template, in any version. */
  following: z.boolean().default(false),
});
/** Exactly one of `deviceIds` and `filter`. */
export const applyBody = z.object({
  deviceIds: deviceIds.optional(),
  filter: deviceFilter.optional(),
  /** By default the newest. */
  version: z.number().int().min(1, 'outOfRange').optional(),
  /** Keeps rules and values of single devices that differ from the template. */
  keepLocal: z.boolean().default(false),
});

/** The calls for the templates of an app with devices. Handlers: `templateHandlers`. */
export function templateRoutes(app: string) {
  const can = (action: string) => canDo(`${app}.template`, action);
  const apply = { ...can('apply'), ceiling: 'Admin' } as const;
  const readDevice = canDo(`${app}.device`, 'read');
  return {
    list: route.list('/template', { access: can('read'), reply: templateRow, list: templateList }),
    /** One template of each model to begin with. */
    starters: route.list('/template/starter', { access: can('read'), reply: starter, list: {} }),
    get: route.get('/template/{id}', { access: can('read'), reply: templateRow }),
    create: route.post('/template', { access: can('create'), body: newTemplate, reply: templateRow, idempotent: true }),
    update: route.patch('/template/{id}', { access: can('update'), body: templateChange, reply: templateRow }),
    /** 409 while devices follow it: it can be archived. */
    remove: route.delete('/template/{id}', { access: can('delete') }),
    history: historyRoute(`${app}.template`, '/template/{id}'),
    versions: route.list('/template/{id}/version', {
      access: can('read'),
      reply: templateVersion,
      list: { sort: ['version'], defaultSort: ['version', 'desc'] },
    }),
    devices: route.list('/template/{id}/device', {
      access: can('read'),
      reply: follower,
      list: { filter: ['state'], sort: ['id'], defaultSort: ['id', 'asc'] },
    }),
    apply: route.post('/template/{id}/apply', {
      access: apply,
      body: applyBody,
      reply: application,
      status: 202,
      idempotent: true,
    }),
    applications: route.list('/template/{id}/application', {
      access: can('read'),
      reply: application,
      list: { sort: ['id'], defaultSort: ['id', 'desc'] },
    }),
    applicationDevices: route.list('/template/{id}/application/{applicationId}/device', {
      access: can('read'),
      reply: applicationDevice,
      list: applicationDeviceList,
    }),
    /** Tries failed devices again: those named, or all. */
    retry: route.post('/template/{id}/application/{applicationId}/retry', {
      access: apply,
      body: z.object({ deviceIds: deviceIds.optional() }),
      reply: application,
      status: 202,
    }),
    ofDevice: route.get('/device/{id}/template', { access: readDevice, reply: deviceTemplate }),
    drift: route.get('/device/{id}/drift', { access: readDevice, reply: z.array(drift) }),
    /** Gives the device a template, or applies the same one again. 409: the template is for another model. */
    assign: route.put('/device/{id}/template', {
      access: apply,
      body: z.object({ templateId: id(), keepLocal: z.boolean().default(false) }),
      reply: deviceTemplate,
    }),
    detach: route.delete('/device/{id}/template', { access: apply }),
    /** Accepts the value of the device: it is no longer a difference. */
    accept: route.post('/device/{id}/drift/accept', {
      access: apply,
      body: z.object({ field: requiredText(80) }),
      reply: deviceTemplate,
      status: 200,
    }),
  };
}
