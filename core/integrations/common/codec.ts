import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';

export const codecStates = ['draft', 'active', 'retired'] as const;
export type CodecState = (typeof codecStates)[number];
export const maxSourceBytes = 64 * 1024;
const maxSamples = 50;
/** How many real messages two versions are compared on. */
export const comparedMessages = 50;

/** Its size in bytes is checked by the server. */
const source = z.string('Required').min(1, 'Required').max(200_000, 'tooLong');

export const sampleForms = ['hex', 'base64', 'json'] as const;
/** A payload, and the expected result of the codec. */
export const codecSample = z.object({
  name: requiredText(80),
  form: z.enum(sampleForms),
  payload: z.string('Required').max(65_536, 'tooLong'),
  fPort: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(255, 'outOfRange').default(1),
  /** The `data` of the codec. */
  expected: z.json(),
  /** How much numbers may differ. */
  tolerance: z.number('enterANumber').min(0, 'outOfRange').max(1e9, 'outOfRange').default(0),
});
export type CodecSample = z.infer<typeof codecSample>;

/** The content of a version of a codec; it never changes. */
export const codecContent = z.object({
  source,
  samples: z.array(codecSample).max(maxSamples, 'tooLong').default([]),
  /** Passed to the codec as `variables`. */
  variables: z.record(z.string().max(60, 'tooLong'), z.string().max(500, 'tooLong')).default({}),
});
export type CodecContent = z.infer<typeof codecContent>;

const fields = z.object({
  /** Unique within the company. */
  name: requiredText(80),
  description: z.string().trim().max(500, 'tooLong').default(''),
});

const version = codecContent.extend({
  number: z.number(),
  state: z.enum(codecStates),
  createdAt: instant(),
  by: z.string().nullable(),
});
export type CodecVersion = z.infer<typeof version>;

const row = fields.extend({
  id: z.number(),
  companyId: z.number(),
  createdAt: instant(),
  /** The numbers of the newest version and of the active one. */
  newest: z.number(),
  active: z.number().nullable(),
  /** How many connectors use it. */
  connectors: z.number(),
});
export type Codec = z.infer<typeof row>;
const page = row.extend({ versions: z.array(version) });
export type CodecDetail = z.infer<typeof page>;

const answer = z.object({
  /** `data`, `warnings` and `errors` of the codec; null if it failed. */
  output: z.json().nullable(),
  /** Why it failed. */
  fault: z.string().nullable(),
});
const sampleResult = answer.extend({ name: z.string(), green: z.boolean() });
export type SampleResult = z.infer<typeof sampleResult>;
const run = z.object({
  samples: z.array(sampleResult),
  /** The newest messages of the connectors of the codec, with the outcome of the active version and of this one. */
  compared: z.array(
    z.object({ messageId: z.number(), receivedAt: instant(), before: answer, after: answer, differs: z.boolean() }),
  ),
});
export type CodecRun = z.infer<typeof run>;

const can = (action: string) => canDo('integrations.codec', action);
const path = '/codec' as const;
const one = `${path}/{id}` as const;

export const codecRoutes = {
  list: route.list(path, {
    access: can('read'),
    reply: row,
    list: { search: ['name'], filter: ['companyId'], sort: ['id', 'name', 'createdAt'], defaultSort: ['name', 'asc'] },
  }),
  get: route.get(one, { access: can('read'), reply: page }),
  /** The first version is a draft. */
  create: route.post(path, {
    access: can('create'),
    body: fields.extend(codecContent.shape),
    reply: page,
    idempotent: true,
    bodyLimit: 1024 * 1024,
  }),
  update: route.patch(one, { access: can('update'), body: fields.partial(), reply: page }),
  remove: route.delete(one, { access: can('delete') }),
  /** Another content is a new draft. */
  addVersion: route.post(`${one}/version`, {
    access: can('update'),
    body: codecContent,
    reply: page,
    idempotent: true,
    bodyLimit: 1024 * 1024,
  }),
  /** Activates a version, which may be an older one. Its samples must be green. */
  activate: route.post(`${one}/activate`, {
    access: can('activate'),
    body: z.object({ number: id() }),
    reply: page,
    status: 200,
    limitPerMinute: 30,
    limitBy: 'person',
    ownTransactions: true,
  }),
  /** Runs a content on its samples and, with `compare`, on real messages next to the active version. */
  run: route.post(`${one}/run`, {
    access: can('update'),
    body: codecContent.extend({ compare: z.boolean().default(false) }),
    reply: run,
    status: 200,
    bodyLimit: 1024 * 1024,
    limitPerMinute: 30,
    limitBy: 'person',
    ownTransactions: true,
  }),
};
