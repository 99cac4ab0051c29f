import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { user } from './user.ts';

/** A record that a guest is there for. The app declares the types. */
const subject = z.object({ type: requiredText(60), id: id() });
export type GuestSubject = z.infer<typeof subject>;

const guest = z.object({
  id: z.number(),
  companyId: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  locale: z.enum(['en', 'ar']),
  status: user.fields.shape.status,
  /** The role within the app. */
  guestRole: z.string(),
  subjects: z.array(subject),
  /** Has been invited and has not set a password yet. */
  invited: z.boolean(),
  expiresAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Guest = z.infer<typeof guest>;

const fields = user.fields.pick({ firstName: true, lastName: true, locale: true }).extend({
  phone: user.fields.shape.phone,
  guestRole: requiredText(60),
  subjects: z.array(subject).max(100, 'tooLong'),
  expiresAt: instant().nullable(),
});
/** What a form sends about a guest. */
export const guestBody = fields
  .partial({ locale: true, phone: true, subjects: true, expiresAt: true })
  .extend({ email: user.fields.shape.email });
export type GuestBody = z.output<typeof guestBody>;

const guestList = {
  search: ['firstName', 'lastName', 'email'],
  filter: ['status'],
  sort: ['firstName'],
  defaultSort: ['firstName', 'asc'],
} as const;

/** The calls about the guests of an app, which mounts them among its own routes. */
export function guestRoutes(appId: string) {
  const can = (action: string) => canDo(`${appId}.guest`, action);
  return {
    list: route.list('/guest', { access: can('read'), reply: guest, list: guestList }),
    /** Mails an invitation. A person who already is a guest of the company gets the role without another account. */
    create: route.post('/guest', { access: can('create'), body: guestBody, reply: guest }),
    get: route.get('/guest/{id}', { access: can('read'), reply: guest }),
    history: historyRoute(`${appId}.guest`, '/guest/{id}'),
    update: route.patch('/guest/{id}', { access: can('update'), body: fields.partial(), reply: guest }),
    /** Ends the role within the app, and the account with the last role. */
    remove: route.delete('/guest/{id}', { access: can('delete') }),
    /** Mails the invitation again. */
    invite: route.post('/guest/{id}/invite', { access: can('create') }),
  };
}

/** The page of the guests of an app. */
export const guestsPage = (appId: string, { order }: { order: number }) =>
  page('guests/list', {
    access: canDo(`${appId}.guest`, 'read'),
    texts: 'accounts',
    sidebar: 'guests',
    order,
    icon: 'user-heart',
  });
