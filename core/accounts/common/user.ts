import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { adminTypes, companyTypes, roles } from '#platform/common/company-kinds.ts';
import { defineEntity, type RowOf } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { email, id, password, personName, phone, preferenceKey } from '#platform/common/validation/validation.ts';

export const user = defineEntity('user.user', {
  table: 'users',
  fields: z.object({
    email: email(),
    firstName: personName(),
    lastName: personName(),
    phone: phone().nullable(),
    locale: z.enum(['en', 'ar']),
    role: z.enum(roles),
    status: z.enum(['active', 'inactive', 'suspended']),
  }),
  list: {
    search: ['firstName', 'lastName', 'email'],
    filter: ['role', 'status'],
    sort: ['firstName', 'email', 'createdAt'],
  },
});
export type User = RowOf<typeof user>;

/** Where a person lives; the city's id and name are null when only the country is known. */
const livesIn = z.object({
  id: z.number().nullable(),
  name: z.string().nullable(),
  country: z.object({ id: z.number(), name: z.string(), localizedName: z.string(), shortCode: z.string() }),
});

const company = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(companyTypes),
  timeZone: z.string(),
  status: z.enum(['Active', 'Inactive']),
});

/** The data of the signed-in person that the browser stores. */
export const userInfo = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  locale: z.enum(['en', 'ar']),
  adminType: z.enum(adminTypes).nullable(),
  isAdmin: z.boolean(),
  role: z.enum(roles),
  fleetRole: z.string().nullable(),
  status: user.fields.shape.status,
  lastLoginAt: z.string().nullable(),
  company: company.nullable(),
  personalInfo: z.object({
    firstName: z.string(),
    lastName: z.string(),
    city: livesIn.nullable(),
    company: z.string().nullable(),
    companyId: z.number().nullable(),
  }),
});
export type UserInfo = z.infer<typeof userInfo>;

export const userRoutes = {
  info: route.get('/user/{id}/info', { access: anyAccount, reply: userInfo }),
  update: route.patch('/user/{id}/update', {
    access: { selfParam: 'id', guests: true },
    body: user.fields
      .pick({ firstName: true, lastName: true, phone: true, locale: true })
      .extend({
        countryId: id().nullable(),
        cityId: id().nullable(),
        /** With another phone number for contacting the person. */
        currentPassword: z.string().max(128, 'tooLong'),
      })
      .partial(),
    reply: userInfo,
  }),
  /** The address changes when the link that is mailed to the new one is followed. */
  changeEmail: route.post('/user/{id}/change-email', {
    access: { selfParam: 'id', guests: true },
    body: z.object({ email: email(), currentPassword: z.string('Required').min(1, 'Required') }),
    limitPerMinute: 10,
  }),
  changePassword: route.patch('/user/{id}/change-password', {
    access: { selfParam: 'id', guests: true },
    body: z.object({ currentPassword: z.string('Required').min(1, 'Required'), password: password() }),
    limitPerMinute: 20,
  }),
};

const keys = z.object({ keys: z.string().optional() });
export const preferenceRoutes = {
  set: route.post('/user/parameter', {
    access: anyAccount,
    query: z.object({ key: preferenceKey() }),
    body: z.object({ value: z.json() }),
    reply: z.object({ key: z.string(), value: z.json() }),
    status: 200,
  }),
  get: route.get('/user/parameter', { access: anyAccount, query: keys, reply: z.record(z.string(), z.json()) }),
  remove: route.delete('/user/parameter', { access: anyAccount, query: z.object({ key: preferenceKey() }) }),
};
