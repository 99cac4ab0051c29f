import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { companyTypes, providerTypes } from '#platform/common/company-kinds.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, megabyte } from '#platform/common/upload.ts';
import {
  email,
  id,
  instant,
  linkFreeName,
  personName,
  phone,
  timeZone,
} from '#platform/common/validation/validation.ts';
import { mayCreate, mayCreateSome, requestTypes } from './company-kinds.ts';

export const company = defineEntity('company.company', {
  table: 'company',
  fields: z.object({
    name: linkFreeName(120),
    email: email(),
    type: z.enum(companyTypes),
    status: z.enum(['Active', 'Inactive']),
    timeZone: timeZone(),
    countryId: z.number('enterANumber').int().positive('pleaseInputIDRight').nullable(),
  }),
});
/** `own`: the caller's company, its clients, then its providers, each by name. */
export const companyList = {
  search: ['name', 'email'],
  filter: ['type', 'status'],
  sort: ['own', 'name', 'createdAt'],
  defaultSort: ['own', 'asc'],
} as const satisfies ListSpec;
const companyRow = company.row.omit({ companyId: true });

/** The relation between the caller's company and another one, as the caller sees it. */
const relation = z.object({
  id: z.number(),
  requestId: z.number().nullable(),
  /** The role of the other company for the caller's. */
  side: z.enum(['provider', 'client']),
  contractFrom: z.string().nullable(),
  contractTo: z.string().nullable(),
  contractStatus: z.enum(['Active', 'Inactive']),
  contractAbilities: z.array(z.string()).nullable(),
});
export type Relation = z.infer<typeof relation>;

const listed = companyRow
  .pick({ id: true, name: true, type: true, status: true, email: true, createdAt: true })
  .extend({ relation: relation.nullable() });
const profile = companyRow.extend({
  /** Changes with the picture. */
  logoId: z.number().nullable(),
  /** Apps that it holds; empty for a provider of the caller. */
  apps: z.array(z.string()),
  relation: relation.nullable(),
  /** The companies that work for it under a contract. Its own people and those of the platform see them. */
  providers: z.array(z.object({ id: z.number(), name: z.string(), type: z.enum(companyTypes) })),
  /** The caller's own company, a client or, for a Super Admin, any: its people may be seen. */
  managed: z.boolean(),
});
export type CompanyProfile = z.infer<typeof profile>;

/** A company with its first administrator, who gets a mail to set a password. */
export const companyBody = company.fields.pick({ name: true, email: true, type: true }).extend({
  timeZone: timeZone().optional(),
  countryId: id().nullish(),
  firstName: personName(),
  lastName: personName(),
  adminEmail: email(),
  phone: phone().nullish(),
  locale: z.enum(['en', 'ar']).default('en'),
  contractTo: instant().nullish(),
  logo: anyFile().optional(),
});

export const companyPatch = company.fields
  .pick({ name: true, email: true, timeZone: true, countryId: true, status: true })
  .extend({
    countryId: id().nullable(),
    apps: z.array(z.string().max(40)).max(40),
    /** Null removes it. */
    logo: anyFile().nullable(),
  })
  .partial();
const logoUpload = { maxBytes: 2 * megabyte, kinds: ['image'] } as const;

const read = company.can('read');
export const companyRoutes = {
  /** All for a platform administrator, else one's own, its clients and its providers. */
  list: route.list('/company', {
    access: read,
    reply: listed,
    list: companyList,
    query: z.object({
      /** Those that have a relation with this one. */
      customerId: z.coerce.number('enterANumber').int().positive('pleaseInputIDRight').optional(),
      onlyRelated: z.enum(['true', 'false']).optional(),
      /** The part of these relations, or of the caller's: clients or providers. */
      side: z.enum(['client', 'provider']).optional(),
      /** Used only when longer than one character. */
      nameFilter: z.string().max(100, 'tooLong').optional(),
    }),
  }),
  get: route.get('/company/{id}', { access: read, reply: profile }),
  history: historyRoute(company.name, '/company/{id}'),
  update: route.patch('/company/{id}', {
    access: company.can('update'),
    upload: logoUpload,
    body: companyPatch,
    reply: profile,
  }),
  /** The picture itself. */
  logo: route.get('/company/{id}/logo', { access: read, reply: z.unknown(), raw: true }),
  create: route.post('/company', {
    access: mayCreateSome(companyTypes),
    upload: logoUpload,
    body: companyBody,
    reply: profile,
  }),
  createProvider: route.post('/company/provider', {
    access: mayCreateSome(providerTypes),
    upload: logoUpload,
    body: companyBody,
    reply: profile,
  }),
  createCustomer: route.post('/company/customer', {
    access: mayCreate('Customer'),
    upload: logoUpload,
    body: companyBody.omit({ type: true }),
    reply: profile,
  }),
  /** The kinds that the caller may choose from. */
  types: route.get('/company/types', {
    access: read,
    reply: z.object({ selectable: z.array(z.enum(companyTypes)), creatable: z.array(z.enum(companyTypes)) }),
  }),
  relatedTypes: route.get('/company/relatedTypes', { access: read, reply: z.array(z.enum(companyTypes)) }),
  requestTypes: route.get('/company/requestTypes', { access: read, reply: z.array(z.enum(requestTypes)) }),
  /** Providers of the selectable kinds without a relation to the company. */
  recommended: route.get('/company/recommended', {
    access: read,
    query: z.object({ nameFilter: z.string().max(100, 'tooLong').optional() }),
    reply: z.array(z.object({ id: z.number(), name: z.string(), type: z.enum(companyTypes), clients: z.number() })),
  }),
};
