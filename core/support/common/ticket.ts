import { z } from 'zod';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, megabyte } from '#platform/common/upload.ts';
import { id, requiredLines, requiredText } from '#platform/common/validation/validation.ts';
import { ticketAccess } from './ticket-access.ts';

export const ticketStates = ['open', 'waiting', 'solved', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
export const ticketCategories = ['device', 'order', 'payment', 'token', 'account', 'other'] as const;
/** The side of a person in a ticket: the customer, the integrator that answers it, or the platform. */
export const ticketSides = ['customer', 'desk', 'platform'] as const;
export type TicketSide = (typeof ticketSides)[number];

/** A solved ticket is closed after this many days; until then a reply reopens it. */
export const solvedDays = 14;
export const maxMessageLength = 5000;
export const messagesAtOnce = 50;
export const messageUpload = {
  maxBytes: 10 * megabyte,
  kinds: ['image', 'pdf'],
  many: { files: 5, bytes: 20 * megabyte },
} as const;

/** `waiting` means waiting for the customer, and stops the clock. The platform answers as a desk does. */
export const ticketLifecycle = lifecycleOf(ticketStates, ['customer', 'desk', 'system'])({
  table: 'ticket',
  column: 'state',
  steps: {
    wait: { from: ['open'], to: 'waiting', by: ['desk'] },
    resume: { from: ['waiting'], to: 'open', by: ['desk', 'customer'] },
    solve: { from: ['open', 'waiting'], to: 'solved', by: ['desk', 'customer'] },
    reopen: { from: ['solved'], to: 'open', by: ['desk', 'customer'] },
    close: { from: ['solved'], to: 'closed', by: ['customer', 'system'] },
  },
});
export type TicketStep = keyof typeof ticketLifecycle.steps;

const named = z.object({ id: z.number(), name: z.string() });
const actions = [
  ...(Object.keys(ticketLifecycle.steps) as [TicketStep, ...TicketStep[]]),
  'reply',
  'assign',
  'prioritize',
  'escalate',
  'follow-up',
] as const;
export type TicketAction = (typeof actions)[number];

const row = z.object({
  id: z.number(),
  number: z.string(),
  companyId: z.number(),
  company: named,
  /** The integrator that answers; null for the platform. */
  desk: named.nullable(),
  subject: z.string(),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities),
  state: z.enum(ticketStates),
  device: named.extend({ solutionId: z.number(), app: z.string() }).nullable(),
  /** The order that it is about. */
  order: z.object({ id: z.number(), number: z.string() }).nullable(),
  /** The closed ticket that this one follows. */
  follows: z.object({ id: z.number(), number: z.string() }).nullable(),
  openedBy: named,
  assignee: named.nullable(),
  createdAt: z.string(),
  lastMessageAt: z.string(),
  /**
   * Until when the desk should reply and solve, in its working time; null if it has none, and while the clock is
   * stopped.
   */
  firstReplyDue: z.string().nullable(),
  firstReplyAt: z.string().nullable(),
  solveDue: z.string().nullable(),
  solvedAt: z.string().nullable(),
  overdue: z.boolean(),
  /** Messages that the caller has not read. */
  unread: z.number(),
  /** The side of the caller, and the actions that the caller may take now. */
  side: z.enum(ticketSides),
  allowed: z.array(z.enum(actions)),
});
export type Ticket = z.infer<typeof row>;

/** Who may read a message: all sides, desk and platform, or only the platform. */
export const messageKinds = ['public', 'internal', 'platform'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The kinds that a side may write. */
export const messageKindsOf: Readonly<Record<TicketSide, readonly MessageKind[]>> = {
  customer: ['public'],
  desk: ['public', 'internal'],
  platform: messageKinds,
};

const message = z.object({
  /** Ascending within a ticket, with gaps. */
  n: z.number(),
  ticketId: z.number(),
  at: z.string(),
  author: named.extend({ side: z.enum(ticketSides), company: z.string().nullable() }),
  own: z.boolean(),
  /** The caller had not read it before this call. */
  unread: z.boolean(),
  kind: z.enum(messageKinds),
  text: z.string(),
  clientId: z.string(),
  files: z.array(z.object({ id: z.number(), name: z.string(), mediaType: z.string(), size: z.number() })),
});
export type TicketMessage = z.infer<typeof message>;

export const ticketList = {
  search: ['subject'],
  filter: ['state', 'priority', 'category', 'assigneeId', 'companyId', 'orderId', 'unread', 'overdue'],
  valuesOnly: ['unread', 'overdue'],
  sort: ['unread', 'lastMessageAt', 'createdAt'],
  defaultSort: ['unread', 'desc'],
} as const;

const can = ticketAccess;
const one = '/support/ticket/{id}' as const;
const firstText = requiredLines(maxMessageLength);

export const ticketRoutes = {
  /** Unread ones first. The filter `assigneeId` takes 0 for those that nobody is assigned to. */
  list: route.list('/support/ticket', { access: can('read'), reply: row, list: ticketList }),
  get: route.get(one, {
    access: can('read'),
    reply: row.extend({ steps: z.array(recordStep) }),
  }),
  create: route.post('/support/ticket', {
    access: can('create'),
    idempotent: true,
    body: z.object({
      subject: requiredText(160),
      category: z.enum(ticketCategories),
      priority: z.enum(ticketPriorities).default('normal'),
      text: firstText,
      deviceId: id().nullish(),
      /** An order of the customer. */
      orderId: id().nullish(),
      /** The customer for whom its desk or the platform opens the ticket; by default the current company. */
      companyId: id().nullish(),
      followsId: id().nullish(),
    }),
    reply: row,
  }),
  update: route.patch(one, {
    access: can('comment'),
    body: z.object({
      state: z.enum(ticketStates).optional(),
      priority: z.enum(ticketPriorities).optional(),
      assigneeId: id().nullish(),
      escalate: z.literal(true).optional(),
    }),
    reply: row,
  }),
  /** The people who may be assigned. */
  assignees: route.get(`${one}/assignee` as const, { access: can('handle'), reply: z.array(named) }),
  /** Informs other readers of the ticket that the caller is writing; nothing is stored. */
  typing: route.post(`${one}/typing` as const, {
    access: can('comment'),
    status: 200,
    body: z.object({ kind: z.enum(messageKinds) }),
    limitPerMinute: 60,
    limitBy: 'person',
  }),
};

export const messageRoutes = {
  /** The newest `limit` messages before `before`, the oldest first. Also marks all messages as read by the caller. */
  list: route.get(`${one}/message` as const, {
    access: can('read'),
    query: z.object({
      before: id().optional(),
      limit: z.coerce.number('enterANumber').int().min(1, 'outOfRange').max(messagesAtOnce, 'outOfRange').optional(),
    }),
    reply: z.array(message),
  }),
  /** A repeated `clientId` of the same author answers the first message. */
  create: route.post(`${one}/message` as const, {
    access: can('comment'),
    limitPerMinute: 30,
    limitBy: 'person',
    upload: messageUpload,
    body: z.object({
      text: z.string().trim().max(maxMessageLength, 'tooLong').default(''),
      kind: z.enum(messageKinds).default('public'),
      clientId: z.uuid('invalid'),
      files: z.array(anyFile()).max(messageUpload.many.files, 'tooManyFiles').optional(),
    }),
    reply: message,
  }),
  file: route.get(`${one}/file/{fileId}` as const, { access: can('read'), reply: z.unknown(), raw: true }),
};
