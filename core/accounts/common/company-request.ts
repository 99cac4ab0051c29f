import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { email, id, instant } from '#platform/common/validation/validation.ts';
import { requestTypes } from './company-kinds.ts';

export const requestStatuses = ['pending', 'engaged', 'cancelled', 'rejected', 'disengaged'] as const;
export type RequestStatus = (typeof requestStatuses)[number];
/** The steps of a request, each under its own name in the URL. */
export const requestSteps = ['engage', 'cancel', 'service', 'disengage', 'handle', 'contract'] as const;
export type RequestStep = (typeof requestSteps)[number];

export const invitationDays = 30;
/** The daily limits of requests by a company, in total and to the same company. */
export const requestsPerDay = 100;
export const requestsToOnePerDay = 5;

const ability = z
  .string()
  .regex(/^[a-z][\w-]*\.[a-z][\w-]*\.[a-z][\w-]*$/, 'invalid')
  // Inherited properties of objects are not names of apps, entities or actions.
  .refine((text) => !text.split('.').some((part) => part in Object.prototype), 'invalid');
const terms = z.object({
  contractFrom: instant().nullable(),
  contractTo: instant().nullable(),
  /** What the provider may do for the client, `app.entity.action`; null means everything. */
  contractAbilities: z.array(ability).max(500).nullable(),
  /** The structures of the client where it may do so; null means all of them. Needs named abilities. */
  contractResources: z.array(id()).min(1, 'Required').max(500, 'tooMany').nullable().optional(),
});

export type RequestedTerms = z.infer<typeof terms>;

const row = z.object({
  id: z.number(),
  type: z.enum(requestTypes),
  status: z.enum(requestStatuses),
  direction: z.enum(['sent', 'received']),
  /** The other side; null while a request to an email address is unanswered. */
  company: z.object({ id: z.number(), name: z.string(), type: z.enum(companyTypes) }).nullable(),
  destinationEmail: z.string().nullable(),
  /** The present or future role of the other side for the caller. */
  side: z.enum(['provider', 'client']),
  message: z.string(),
  reason: z.string().nullable(),
  contractFrom: z.string().nullable(),
  contractTo: z.string().nullable(),
  contractStatus: z.enum(['Active', 'Inactive']).nullable(),
  contractAbilities: z.array(z.string()).nullable(),
  contractResources: z.array(z.number()).nullable(),
  createdAt: z.string(),
  /** When the requested address answered; the sender then sees its owner, and confirms. */
  answeredAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** It is decided on the pages of device requests. */
  decidedElsewhere: z.boolean(),
  /** The steps that the company may take now. */
  allowed: z.array(z.enum(requestSteps)),
});
export type CompanyRequest = z.infer<typeof row>;

export const companyRequestList = {
  filter: ['type', 'status', 'direction', 'createdAt'],
  sort: ['createdAt'],
} as const;

/** Either a company or an email address is named. */
export const requestBody = z.object({
  type: z.enum(requestTypes),
  destinationId: z.number('enterANumber').int().positive('pleaseInputIDRight').nullish(),
  destinationEmail: email().nullish(),
  destinationType: z.enum(companyTypes).nullish(),
  message: z.string().trim().max(2000, 'tooLong').optional(),
  ...terms.partial().shape,
});

const one = '/company/{id}/request/{requestId}' as const;
const step = <Word extends RequestStep, Body>(word: Word, body: z.ZodType<Body>) =>
  route.patch(`${one}/${word}`, { access: canDo('company.request', word), body, reply: row });
const reason = z.string().trim().max(500, 'tooLong').optional();

export const companyRequestRoutes = {
  list: route.list('/company/{id}/request', {
    access: canDo('company.request', 'read'),
    reply: row,
    list: companyRequestList,
  }),
  get: route.get(one, { access: canDo('company.request', 'read'), reply: row }),
  /** Every step of the request and of the resulting contract. */
  history: historyRoute('company.request', one),
  create: route.post('/company/{id}/request', {
    access: canDo('company.request', 'create'),
    body: requestBody,
    reply: row,
  }),
  /** Accepts a pending request; a client may narrow the terms that its provider proposed. */
  engage: step('engage', terms.partial()),
  cancel: step('cancel', z.object({})),
  /** A provider has delivered the requested devices. */
  service: step('service', z.object({ note: reason })),
  /** Either side ends an engaged relation. */
  disengage: step('disengage', z.object({ reason })),
  handle: step('handle', z.object({ decision: z.enum(['accept', 'reject']), reason })),
  /** The client sets the terms; each side may suspend, and only the side that suspended may resume. */
  contract: step('contract', terms.partial().extend({ contractStatus: z.enum(['Active', 'Inactive']).optional() })),
  /** The offer of a mailed invitation, for the sign-up page. */
  invitation: route.get('/company/request/invitation/{id}', {
    access: { public: 'the mailed invitation is the credential' },
    params: z.object({ id: z.string().min(20).max(100) }),
    reply: z.object({
      email: z.string(),
      type: z.enum(requestTypes),
      companyType: z.enum(companyTypes),
      from: z.string(),
      known: z.boolean(),
    }),
    limitPerMinute: 60,
  }),
};
