import { z } from 'zod';
import { intentionStates } from '#core/orders/common/intention.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { route } from '#platform/common/route.ts';
import { day, id } from '#platform/common/validation/validation.ts';

export const requestStates = ['pending', 'accepted', 'in-progress', 'fulfilled', 'rejected', 'cancelled'] as const;
export type RequestState = (typeof requestStates)[number];
/** The states in which a request waits for its integrator. */
export const openStates = ['pending', 'accepted', 'in-progress'] as const satisfies readonly RequestState[];
/** The role of a person in a request. The platform only reads. */
const requestSides = ['customer', 'integrator', 'platform'] as const;
export type RequestSide = (typeof requestSides)[number];

/** The kinds of products that a customer may ask for. */
export const requestedKinds = ['device', 'tokenPackage'] as const;
export const maxRequestLines = 50;
export const maxAllocated = 250;

export const requestLifecycle = lifecycleOf(requestStates, ['customer', 'integrator', 'system'])({
  table: 'device_request',
  column: 'state',
  steps: {
    accept: { from: ['pending'], to: 'accepted', by: ['integrator'] },
    /** Something is allocated or ordered, but not everything. */
    begin: { from: ['accepted'], to: 'in-progress', by: ['integrator'] },
    /** Also of what is left of an accepted one. */
    reject: { from: openStates, to: 'rejected', by: ['integrator'] },
    cancel: { from: ['pending'], to: 'cancelled', by: ['customer'] },
    /** Everything is allocated. */
    fulfil: { from: ['accepted', 'in-progress'], to: 'fulfilled', by: ['integrator'] },
    /** The contract of the two companies runs no longer. */
    end: { from: openStates, to: 'cancelled', by: ['system'] },
  },
});

const named = z.object({ id: z.number(), name: z.string() });
const actions = ['accept', 'reject', 'cancel', 'allocate', 'assign', 'order'] as const;
export type RequestAction = (typeof actions)[number];

const line = z.object({
  productId: z.number(),
  name: z.string(),
  kind: z.enum(requestedKinds),
  app: z.string(),
  /** For a device, its model. */
  hardwareId: z.number().nullable(),
  drawing: z.string(),
  qty: z.number(),
  allocated: z.number(),
});
export type RequestLine = z.infer<typeof line>;

const row = z.object({
  id: z.number(),
  uuid: z.string(),
  number: z.string(),
  companyId: z.number(),
  company: named,
  integrator: named,
  state: z.enum(requestStates),
  lines: z.array(line),
  note: z.string(),
  /** A calendar date. */
  neededBy: z.string().nullable(),
  structure: named.nullable(),
  sender: named.nullable(),
  assignee: named.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** The order request for missing devices, and the order that it became. */
  intention: z
    .object({
      uuid: z.string(),
      state: z.enum(intentionStates),
      order: z.object({ id: z.number(), number: z.string() }).nullable(),
    })
    .nullable(),
  createdAt: z.string(),
  /** The side of the caller, and the actions that the caller may take now. */
  side: z.enum(requestSides),
  allowed: z.array(z.enum(actions)),
});
export type DeviceRequest = z.infer<typeof row>;

const detail = row.extend({
  /** How many the integrator has in stock, by product; only the integrator is shown it. */
  inStock: z.record(z.string(), z.number()).nullable(),
  steps: z.array(recordStep),
});
export type DeviceRequestDetail = z.infer<typeof detail>;

/** The outcome of one device or subscription that was to be allocated. */
const outcome = z.object({
  kind: z.enum(['device', 'token']),
  /** The id or the scanned text that named it. */
  item: z.string(),
  state: z.enum(['done', 'error']),
  /** Why it could not be: a text under `errors`. */
  error: z.string().nullable(),
});
export type AllocationOutcome = z.infer<typeof outcome>;

export const deviceRequestList = {
  filter: ['state', 'companyId', 'createdAt'],
  sort: ['id', 'createdAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** By people of companies, and by Super Admins. */
export const requestAccess = (action: 'read' | 'create' | 'handle'): AccessRule => ({
  ...canDo('company.device-request', action),
  ceiling: action === 'read' ? 'Viewer' : 'Operator',
  or: [{ companyTypes }, { adminTypes: ['Super Admin'] }],
});

const qty = () => z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(9999, 'outOfRange');
const items = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxAllocated, 'tooManyLines').default([]);
const lines = z.array(z.strictObject({ productId: id(), qty: qty() })).max(maxRequestLines, 'tooManyLines');
const twice = (all: readonly { productId: number }[]) =>
  new Set(all.map(({ productId }) => productId)).size === all.length;
const byUuid = z.object({ uuid: z.uuid('invalid') });

export const deviceRequestRoutes = {
  list: route.list('/device-request', { access: requestAccess('read'), reply: row, list: deviceRequestList }),
  get: route.get('/device-request/{uuid}', { access: requestAccess('read'), params: byUuid, reply: detail }),
  /** Asks the integrator of the company; refuses with 409 `no-integrator`. */
  create: route.post('/device-request', {
    access: requestAccess('create'),
    idempotent: true,
    body: z.strictObject({
      lines: lines.min(1, 'Required').refine(twice, 'twiceInList'),
      note: z.string().trim().max(2000, 'tooLong').default(''),
      neededBy: day().nullish(),
      structureId: id().nullish(),
    }),
    reply: row,
  }),
  /**
   * Takes a step. `allocate` gives devices and subscriptions of the integrator's stock to the customer, each
   * independently: by id, by the scanned text of a label, or of a product the oldest ones (409 `too-few-in-stock` with
   * what is left).
   */
  change: route.patch('/device-request/{uuid}', {
    access: requestAccess('create'),
    params: byUuid,
    idempotent: true,
    body: z.strictObject({
      action: z.enum(actions, 'Required'),
      reason: z.string().trim().max(500, 'tooLong').default(''),
      deviceIds: items(id()),
      tokenIds: items(id()),
      serials: items(z.string('Required').trim().min(1, 'Required').max(200, 'tooLong')),
      lines: lines.default([]),
      /** Null removes the assignment. */
      assigneeId: id().nullish(),
      /** The order request of the integrator for missing devices. */
      intention: z.uuid('invalid').nullish(),
    }),
    reply: detail.extend({ outcomes: z.array(outcome) }),
  }),
  /** The people of the integrator who may be assigned. */
  assignees: route.get('/device-request/{uuid}/assignee', {
    access: requestAccess('handle'),
    params: byUuid,
    reply: z.array(named),
  }),
};
