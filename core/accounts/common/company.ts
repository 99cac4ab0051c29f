import { z } from 'zod';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { canDo, defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { email, requiredText } from '#platform/common/validation.ts';
import { user } from './user.ts';

export const company = defineEntity('company.company', {
  table: 'company',
  fields: z.object({
    name: requiredText(120),
    email: email(),
    type: z.enum(companyTypes),
    status: z.enum(['Active', 'Inactive']),
    timeZone: z.string().max(64),
    countryId: z.number().int().positive().nullable(),
  }),
  list: {
    search: ['name', 'email'],
    filter: ['type', 'status'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});
const companyRow = company.row.omit({ companyId: true });
export type Company = z.infer<typeof companyRow>;

const listed = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(companyTypes),
  status: z.enum(['Active', 'Inactive']),
  email: z.string(),
  createdAt: z.string(),
});

export const companyRoutes = {
  /** Those that the caller may see: all for a platform administrator, else the own one and its engaged clients. */
  list: route.list('/company', { access: company.can('read'), reply: listed, list: company.list }),
  get: route.get('/company/{id}', { access: company.can('read'), reply: companyRow }),
  users: route.list('/company/{id}/user', { access: canDo('company.user', 'read'), reply: user.row, list: user.list }),
};
