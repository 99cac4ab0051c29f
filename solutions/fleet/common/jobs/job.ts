import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, phone, requiredLines, requiredText } from '#platform/common/validation/validation.ts';
import { plate } from '../vehicle/plate.ts';
import { maxStops, newStop, shownStop, stopActions } from './stop.ts';

export const jobTypes = ['delivery', 'pickup', 'service', 'transport', 'inspection', 'maintenance', 'other'] as const;
export const jobPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const jobStates = [
  'draft',
  'assigned',
  'accepted',
  'in-progress',
  'on-hold',
  'completed',
  'failed',
  'cancelled',
] as const;
export type JobState = (typeof jobStates)[number];
/** Those that somebody still has to do. */
export const openStates = ['draft', 'assigned', 'accepted', 'in-progress', 'on-hold'] as const;
/** Those for which a vehicle is taken. */
export const takenStates = ['assigned', 'accepted', 'in-progress'] as const;

/** A job for a vehicle and its driver. Abilities go by its site, by default that of its vehicle. */
export const job = defineEntity('fleet.job-card', {
  fields: z.object({
    structureId: id(),
    title: requiredText(120),
    type: z.enum(jobTypes),
    priority: z.enum(jobPriorities),
    description: z.string().trim().max(2000, 'tooLong'),
    customerName: requiredText(80).nullable(),
    customerPhone: phone().nullable(),
    vehicleId: id().nullable(),
    driverId: id().nullable(),
    plannedFrom: instant().nullable(),
    plannedTo: instant().nullable(),
  }),
  roles: { create: 'Operator', update: 'Operator' },
});

export const jobLifecycle = lifecycleOf(jobStates, ['staff'])({
  table: job.table,
  column: 'state',
  steps: {
    assign: { from: ['draft', 'on-hold'], to: 'assigned', by: ['staff'] },
    unassign: { from: ['assigned', 'accepted'], to: 'draft', by: ['staff'] },
    accept: { from: ['assigned'], to: 'accepted', by: ['staff'] },
    start: { from: ['assigned', 'accepted', 'on-hold'], to: 'in-progress', by: ['staff'] },
    hold: { from: ['assigned', 'accepted', 'in-progress'], to: 'on-hold', by: ['staff'] },
    complete: { from: ['in-progress'], to: 'completed', by: ['staff'] },
    fail: { from: ['in-progress'], to: 'failed', by: ['staff'] },
    cancel: { from: [...openStates], to: 'cancelled', by: ['staff'] },
  },
});
export type JobStep = keyof typeof jobLifecycle.steps;
/** Steps that need a reason. */
export const reasonedSteps: readonly JobStep[] = ['hold', 'fail', 'cancel'];

/** The step that leads from a state to another; undefined if none does. */
export const stepBetween = (from: JobState, to: JobState): JobStep | undefined =>
  (Object.keys(jobLifecycle.steps) as JobStep[]).find((name) => {
    const step = jobLifecycle.steps[name];
    return step.to === to && step.from.includes(from);
  });

export const jobList = {
  search: ['number', 'title', 'customerName'],
  filter: ['state', 'type', 'priority', 'vehicleId', 'driverId', 'structureId', 'open', 'late', 'plannedFrom'],
  valuesOnly: ['open', 'late'],
  sort: ['number', 'plannedFrom', 'createdAt'],
  defaultSort: ['createdAt', 'desc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), name: z.string() });
export const storedJob = job.row.extend({
  number: z.string(),
  state: z.enum(jobStates),
  /** Each change counts it up: somebody who has read an older one changes nothing. */
  version: z.number(),
  startedAt: instant().nullable(),
  endedAt: instant().nullable(),
});
export const shownJob = storedJob.extend({
  structure: named.nullable(),
  vehicle: named.extend({ plate }).nullable(),
  driver: named.extend({ phone: z.string().nullable() }).nullable(),
  stops: z.array(shownStop),
});
export type StoredJob = z.infer<typeof storedJob>;
export type ShownJob = z.infer<typeof shownJob>;

const all = '/job-card';
const one = `${all}/{id}` as const;
const read = job.can('read');
const stops = z.array(newStop).max(maxStops, 'tooMany');
const { title, structureId, ...optional } = job.fields.shape;
const version = z.number('Required').int();
const count = z.object({ value: z.string(), count: z.number() });

export const jobRoutes = {
  list: route.list(all, { access: read, reply: shownJob, list: jobList }),
  metadata: route.get(`${all}/metadata`, {
    access: read,
    reply: z.object({ states: z.array(count), types: z.array(count), late: z.number() }),
  }),
  /** The stops with a place of the open jobs. */
  map: route.get(`${all}/map`, {
    access: read,
    reply: z.array(
      shownStop.extend({
        lat: z.number(),
        lng: z.number(),
        job: z.object({ id: z.number(), number: z.string(), title: z.string(), state: z.enum(jobStates) }),
      }),
    ),
  }),
  get: route.get(one, { access: read, reply: shownJob }),
  /** The steps, the oldest first; those of stops too. */
  log: route.get(`${one}/log`, { access: read, reply: z.array(recordStep) }),
  history: historyRoute(job.name, one),
  /** The vehicle and a title suffice. */
  create: route.post(all, {
    access: job.can('create'),
    body: z.object({
      title,
      structureId: structureId.optional(),
      ...z.object(optional).partial().shape,
      stops: stops.optional(),
    }),
    reply: shownJob,
  }),
  /**
   * Changes fields, the state or both. Refuses with 409 `changed` and the job if somebody else has changed it since the
   * version. `force` takes a vehicle or driver in spite of papers and of other jobs.
   */
  update: route.patch(one, {
    access: job.can('update'),
    body: job.fields.partial().extend({
      version,
      stops: stops.optional(),
      status: z.enum(jobStates).optional(),
      reason: requiredLines(500).optional(),
      force: z.boolean().optional(),
    }),
    reply: shownJob,
  }),
  /** Of a draft; others are cancelled. */
  remove: route.delete(one, { access: job.can('delete') }),
  stop: route.post(`${one}/stop/{stopId}`, {
    access: job.can('update'),
    body: z.strictObject({ action: z.enum(stopActions), reason: requiredLines(500).optional(), version }),
    reply: shownJob,
    status: 200,
  }),
};
