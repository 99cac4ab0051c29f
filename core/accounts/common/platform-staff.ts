import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { changeLine, changeList } from '#platform/common/change-log.ts';
import { adminTypes } from '#platform/common/company-kinds.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { recordChange } from './company-change-log.ts';
import { user } from './user.ts';

const administrator = user.row
  .pick({ id: true, email: true, firstName: true, lastName: true, locale: true, status: true, createdAt: true })
  .extend({
    adminType: z.enum(adminTypes),
    lastLoginAt: z.string().nullable(),
    /** Has been invited and has not set a password yet. */
    invited: z.boolean(),
    secondFactor: z.boolean(),
  });
export type PlatformAdministrator = z.infer<typeof administrator>;

export const platformStaffList = {
  search: ['firstName', 'lastName', 'email'],
  filter: ['adminType', 'status'],
  sort: ['firstName', 'email', 'createdAt'],
  defaultSort: ['firstName', 'asc'],
} as const;

export const platformStaffBody = user.fields
  .pick({ email: true, firstName: true, lastName: true })
  .extend({ adminType: z.enum(adminTypes, 'Required'), locale: user.fields.shape.locale.optional() });

export const platformStaffAccess: AccessRule = { adminTypes: ['Super Admin'] };
const access = platformStaffAccess;
const one = '/platform/user/{userId}' as const;

export const platformChangeList = {
  filter: ['userId', 'action', 'at'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** The people who run the platform itself. */
export const platformStaffRoutes = {
  list: route.list('/platform/user', { access, reply: administrator, list: platformStaffList }),
  create: route.post('/platform/user', { access, body: platformStaffBody, reply: administrator }),
  update: route.patch(one, {
    access,
    body: platformStaffBody.extend({ status: user.fields.shape.status }).partial(),
    reply: administrator,
  }),
  history: route.list(`${one}/history`, { access, reply: changeLine, list: changeList }),
  /** Changes outside any company: new administrators of the platform, and changes to them. */
  changes: route.list('/platform/change-log', { access, reply: recordChange, list: platformChangeList }),
  /** Corrects the address of a person who has not accepted the invitation yet, and invites again. */
  email: route.put(`${one}/email`, { access, body: platformStaffBody.pick({ email: true }), reply: administrator }),
};
