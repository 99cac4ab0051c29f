import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { roles } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { enumText, importRoute } from '#platform/common/import.ts';
import { route } from '#platform/common/route.ts';
import { instant, phone, requiredText } from '#platform/common/validation/validation.ts';
import { user } from './user.ts';

/** An invitation to set a password works for a week. */
export const inviteSeconds = 7 * 86_400;

const person = user.row.extend({
  fleetRole: z.string().nullable(),
  /** The role of the person within apps, by app id. */
  appRoles: z.record(z.string(), z.string()),
  phoneVerified: z.boolean(),
  expiresAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  /** Signs in with a second factor. */
  secondFactor: z.boolean(),
  /** Has been invited and has not set a password yet. */
  invited: z.boolean(),
});
export type StaffMember = z.infer<typeof person>;

/** The role within the app whose manifest names this field (`roleField`). */
const fleetRole = requiredText(60).nullish();
const expiresAt = instant().nullable();
export const staffBody = user.fields.pick({ email: true, firstName: true, lastName: true, role: true }).extend({
  phone: user.fields.shape.phone.optional(),
  locale: user.fields.shape.locale.optional(),
  fleetRole,
  expiresAt: expiresAt.optional(),
});

/**
 * All that a form may change about a person, saved together. Role and expiration need their own permissions as well.
 */
const staffPatch = staffBody.extend({ status: user.fields.shape.status }).partial();
export type StaffPatch = z.output<typeof staffPatch>;

/** Columns of an imported table of people; the address identifies the person of a line. */
export const staffLine = z.strictObject({
  email: user.fields.shape.email,
  firstName: user.fields.shape.firstName,
  lastName: user.fields.shape.lastName,
  role: enumText(roles),
  phone: phone().optional(),
  locale: enumText(['en', 'ar']).optional(),
  country: requiredText(120).optional(),
  city: requiredText(120).optional(),
});

const all = '/company/{id}/user' as const;
const one = '/company/{id}/user/{userId}' as const;
const can = (action: string) => canDo('company.user', action);

export const staffRoutes = {
  list: route.list(all, { access: can('read'), reply: person, list: user.list }),
  create: route.post(all, { access: can('create'), body: staffBody, reply: person }),
  import: importRoute(all, can('create')),
  get: route.get(one, { access: can('read'), reply: person }),
  history: historyRoute('company.user', one),
  update: route.patch(one, {
    access: can('update'),
    body: staffPatch,
    reply: person,
  }),
  remove: route.delete(one, { access: can('delete') }),
  role: route.put(`${one}/role`, {
    access: can('assign-role'),
    body: z.object({ role: z.enum(roles), fleetRole }),
    reply: person,
  }),
  /** The role of the person within an app that declares such roles; null removes it. */
  appRole: route.put(`${one}/app-role`, {
    access: can('assign-role'),
    body: z.object({ app: requiredText(60), role: requiredText(60).nullable() }),
    reply: person,
  }),
  /** Back to the lowest role. */
  unassign: route.put(`${one}/role/unassign`, { access: can('assign-role'), reply: person }),
  /** Corrects the address of a person who has not accepted the invitation yet, and invites again. */
  email: route.put(`${one}/email`, { access: can('update'), body: user.fields.pick({ email: true }), reply: person }),
  expiration: route.put(`${one}/expiration`, { access: can('expire'), body: z.object({ expiresAt }), reply: person }),
};
