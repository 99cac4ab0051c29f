import { z } from 'zod';
import { canDo, defineEntity } from '#platform/common/define-entity.ts';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { email, id, textOfLength } from '#platform/common/validation/validation.ts';
import { panel } from '../panel/panel.ts';

/** A security company watches the whole panel; a tenant has some of its zones. */
export const assignmentRoles = ['monitoring', 'tenant'] as const;
export const assignmentStates = ['pending', 'accepted', 'rejected', 'withdrawn', 'ended'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
/** The owner of the panel offers it; the receiver answers. */
export const assignmentSides = ['owner', 'receiver', 'platform'] as const;
export type AssignmentSide = (typeof assignmentSides)[number];

/** A panel, or some of its zones, that its owner has handed to another company. */
export const assignment = defineEntity('defcon.assignment', {
  fields: z.object({
    panelId: id(),
    companyId: id(),
    role: z.enum(assignmentRoles),
    fromAt: z.iso.datetime('invalid'),
    untilAt: z.iso.datetime('invalid').nullable(),
    comment: textOfLength({ max: 500 }).nullable(),
  }),
});

/** An offer that nobody answers is withdrawn after this time. */
export const offerDays = 14;

export const assignmentLifecycle = lifecycleOf(assignmentStates, ['owner', 'receiver', 'system'])({
  table: 'defcon_assignment',
  column: 'state',
  steps: {
    accept: { from: ['pending'], to: 'accepted', by: ['receiver', 'system'] },
    reject: { from: ['pending'], to: 'rejected', by: ['receiver'] },
    withdraw: { from: ['pending'], to: 'withdrawn', by: ['owner', 'system'] },
    end: { from: ['accepted'], to: 'ended', by: ['owner', 'receiver', 'system'] },
  },
});
export type AssignmentStep = keyof typeof assignmentLifecycle.steps;

const named = z.object({ id: z.number(), name: z.string() });
const zoneOfAssignment = z.object({
  id: z.number(),
  number: z.number(),
  name: z.string().nullable(),
  open: z.boolean(),
  tamper: z.boolean(),
  fault: z.boolean(),
  missing: z.boolean(),
  bypassed: z.boolean(),
});
const assignmentRow = z.object({
  id: z.number(),
  panel: named,
  /** The name of the site of the panel. */
  site: z.string().nullable(),
  owner: named,
  company: named,
  role: z.enum(assignmentRoles),
  state: z.enum(assignmentStates),
  /** Whether the company sees the panel and its incidents now. */
  inForce: z.boolean(),
  fromAt: z.string(),
  untilAt: z.string().nullable(),
  comment: z.string().nullable(),
  createdAt: z.string(),
  side: z.enum(assignmentSides),
  /** The zones of a tenant; empty for the whole panel. */
  zones: z.array(zoneOfAssignment),
  /** What the caller may do with it now. */
  allowed: z.array(z.enum(['accept', 'reject', 'withdraw', 'end'])),
});
export type Assignment = z.infer<typeof assignmentRow>;
const assignmentDetail = assignmentRow.extend({ steps: z.array(recordStep) });
export type AssignmentDetail = z.infer<typeof assignmentDetail>;

export const assignmentList = {
  // `zoneId`: those that are about this zone.
  filter: ['state', 'role', 'side', 'panelId', 'companyId', 'ownerId', 'zoneId'],
  valuesOnly: ['side', 'zoneId'],
  sort: ['id', 'createdAt', 'fromAt', 'untilAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const period = {
  fromAt: z.iso.datetime('invalid').optional(),
  untilAt: z.iso.datetime('invalid').nullish(),
  comment: textOfLength({ max: 500 }).optional(),
};
const offer = z.strictObject({
  panelId: id(),
  companyId: id().optional(),
  /** In place of the company: the address of somebody who works there. */
  adminEmail: email().optional(),
  role: z.enum(assignmentRoles, 'Required'),
  zoneIds: z.array(id()).max(200, 'tooLong').default([]),
  ...period,
});
const one = '/device-assign/{id}';
const zone = '/panel/{panelId}/device/{id}/assign';
const reply = { reply: assignmentDetail, status: 200 } as const;

/** A contract that names it accepts offers of the client at once. Nobody answers by it, so that it is only in contracts. */
const acceptedAtOnce = canDo('defcon.device-assign', 'auto');

export const assignmentRoutes = {
  list: route.list('/device-assign', {
    access: assignment.can('read'),
    tokens: true,
    reply: assignmentRow,
    list: assignmentList,
  }),
  get: route.get(one, { access: assignment.can('read'), reply: assignmentDetail }),
  /** Offers a panel. 409 `already-monitored`, `already-assigned`. */
  create: route.post('/device-assign', {
    access: panel.can('assign'),
    body: offer,
    reply: assignmentDetail,
    idempotent: true,
  }),
  /** 409 `no-contract` without a running contract between a security company and the owner. */
  accept: route.post(`${one}/accept`, { access: { or: [assignment.can('answer'), acceptedAtOnce] }, ...reply }),
  reject: route.post(`${one}/reject`, {
    access: assignment.can('answer'),
    body: z.strictObject({ comment: z.literal('reject', 'Required') }),
    ...reply,
  }),
  withdraw: route.post(`${one}/withdraw`, { access: panel.can('assign'), ...reply }),
  /** Ends what was accepted, by either side. */
  end: route.post(`${one}/end`, { access: { or: [panel.can('assign'), assignment.can('answer')] }, ...reply }),
  /** Offers one zone to a tenant. */
  assignZone: route.post(zone, {
    access: panel.can('assign'),
    body: z.strictObject({ companyId: id(), role: z.literal('tenant').default('tenant'), ...period }),
    reply: assignmentDetail,
    idempotent: true,
  }),
  /** Withdraws or ends what was offered or assigned of the zone. */
  unassignZone: route.delete(zone, { access: panel.can('assign') }),
};
