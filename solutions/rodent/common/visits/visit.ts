import { z } from 'zod';
import { proofRoutes } from '#core/proofs/common/proof.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import { stepRoutes } from '#platform/common/lifecycle/step-routes.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredLines, requiredText } from '#platform/common/validation/validation.ts';
import { licenceState } from '../licence.ts';
import { trapKinds, trapZones } from '../trap.ts';
import { material, newMaterial, newRecommendation, recommendation, recommendationSteps } from './records.ts';
import { lineResult, newLine, shownLine } from './visit-line.ts';

export const visitKinds = ['planned', 'alarm', 'complaint', 'audit'] as const;
export const visitStates = ['planned', 'in-progress', 'done', 'signed', 'missed'] as const;

/** A service call at a site. */
export const visit = defineEntity('rodent.visit', {
  fields: z.object({
    structureId: id(),
    kind: z.enum(visitKinds, 'invalid'),
    plannedAt: instant(),
    technicianId: id().nullable(),
    note: requiredLines(1000).nullable(),
  }),
  roles: {
    create: 'Operator',
    update: 'Operator',
    work: 'Operator',
    follow: 'Operator',
    sign: 'Viewer',
    reopen: 'Admin',
  },
});

export const visitList = {
  search: ['number'],
  filter: ['state', 'kind', 'structureId', 'technicianId', 'plannedAt'],
  sort: ['plannedAt', 'number'],
  defaultSort: ['plannedAt', 'desc'],
} as const satisfies ListSpec;

/** Those who look after traps: an operator alone may also be a guard of the mall. */
const pestStaff = {
  or: [{ companyAdmin: true }, { appRoles: { app: 'rodent', roles: ['admin', 'supervisor'] } }],
} satisfies AccessRule;
const byPestStaff = (action: string): AccessRule => ({ ...visit.can(action), ...pestStaff });

export const visitLifecycle = lifecycleOf(visitStates, ['staff', 'system'])({
  table: 'rodent_visit',
  column: 'state',
  steps: {
    start: { from: ['planned', 'missed'], to: 'in-progress', by: ['staff'] },
    plan: { from: ['missed'], to: 'planned', by: ['staff'] },
    miss: { from: ['planned'], to: 'missed', by: ['system'] },
    finish: { from: ['in-progress'], to: 'done', by: ['staff'] },
    reopen: { from: ['done'], to: 'in-progress', by: ['staff'] },
    sign: { from: ['done'], to: 'signed', by: ['staff'] },
  },
});
/** A visit that is done can be opened again for so many hours. */
export const reopenHours = 24;

const named = z.object({ id: z.number(), name: z.string() });
export const shownVisit = visit.row.extend({
  number: z.string(),
  state: z.enum(visitStates),
  startedAt: instant().nullable(),
  endedAt: instant().nullable(),
  signedBy: z.string().nullable(),
  structure: named,
  technician: named.nullable(),
  /** The company that works for the owner of the site; null if its own people do. */
  provider: named.nullable(),
  /** The traps of the site, and how many of them have a line. */
  traps: z.number(),
  checked: z.number(),
  /** Of the technician, when the visit was made, else when it is planned for. */
  licence: licenceState.nullable(),
});
export type ShownVisit = z.infer<typeof shownVisit>;

/** A trap at the site of a visit, in the order of the walk: by number. */
const visitedTrap = z.object({
  id: z.number(),
  name: z.string(),
  serial: z.string(),
  number: z.number().nullable(),
  kind: z.enum(trapKinds),
  zone: z.enum(trapZones),
  lure: z.string().nullable(),
  space: z.string().nullable(),
  floor: z.string().nullable(),
  /** The check before this visit. */
  lastChecked: z.object({ at: instant(), finding: z.string(), person: z.string().nullable() }).nullable(),
});
export type VisitedTrap = z.infer<typeof visitedTrap>;

const addendum = z.object({ id: z.number(), text: z.string(), createdAt: instant(), person: named.nullable() });

/** All that the page of a visit needs, also without a network. */
export const visitSheet = z.object({
  visit: shownVisit,
  poisonFree: z.boolean(),
  traps: z.array(visitedTrap),
  lines: z.array(shownLine),
  materials: z.array(material),
  recommendations: z.array(recommendation),
  addenda: z.array(addendum),
});
export type VisitSheet = z.infer<typeof visitSheet>;

const one = '/visit/{id}';
const read = visit.can('read');
const work = byPestStaff('work');
const step = stepRoutes(visitLifecycle, '/visit', shownVisit);
/** What a device without a network keeps, and sends once it has one. */
const kept = { access: work, status: 200, idempotent: true } as const;

export const visitRoutes = {
  list: route.list('/visit', { access: read, reply: shownVisit, list: visitList }),
  /** The people who can be sent: those of the company that the caller works for. */
  technicians: route.list('/visit/technician', {
    access: byPestStaff('create'),
    reply: named,
    list: { search: ['name'] },
  }),
  get: route.get(one, { access: read, reply: shownVisit }),
  create: route.post('/visit', { access: byPestStaff('create'), body: visit.fields, reply: shownVisit }),
  update: route.patch(one, {
    access: byPestStaff('update'),
    body: visit.fields.omit({ structureId: true }).partial(),
    reply: shownVisit,
  }),
  /** Of one that has not begun. */
  remove: route.delete(one, { access: byPestStaff('delete') }),
  history: historyRoute(visit.name, one),
  steps: route.get(`${one}/step`, { access: read, reply: z.array(recordStep) }),
  sheet: route.get(`${one}/sheet`, { access: read, reply: visitSheet }),
  /** Up to 200 lines at once: a line that is known stays as it is. The first one starts the visit. */
  line: route.post(`${one}/line`, {
    ...kept,
    body: z.strictObject({ lines: z.array(newLine).min(1, 'Required').max(200, 'tooMany') }),
    reply: z.array(lineResult),
  }),
  material: route.post(`${one}/material`, { ...kept, body: newMaterial, reply: material }),
  recommend: route.post(`${one}/recommendation`, { ...kept, body: newRecommendation, reply: recommendation }),
  addendum: route.post(`${one}/addendum`, {
    ...kept,
    body: z.strictObject({ clientId: z.uuid('invalid'), text: requiredLines(2000) }),
    reply: addendum,
  }),
  /** The report of a signed visit with its addenda. */
  pdf: route.get(`${one}/pdf`, {
    access: read,
    query: z.object({ language: z.enum(['en', 'ar'], 'invalid') }),
    reply: z.unknown(),
    raw: true,
  }),
  start: step('start', { access: work }),
  plan: step('plan', { access: byPestStaff('update'), body: z.strictObject({ plannedAt: instant() }) }),
  finish: step('finish', { access: work }),
  reopen: step('reopen', { access: visit.can('reopen'), body: z.strictObject({ reason: requiredText(300) }) }),
  /** `signature`: the proof of the signature, which was sent before. */
  sign: step('sign', {
    access: visit.can('sign'),
    body: z.strictObject({ name: requiredText(120), signature: z.uuid('invalid') }),
  }),
  ...recommendationSteps(visit.can('follow')),
};

export const visitProofRoutes = proofRoutes(one, { read, add: { or: [work, visit.can('sign')] } });
