import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

/** A structure, or all of them. */
const resource = z.union([z.literal('*'), id()]);
const permissions = z.record(z.string().max(60, 'tooLong'), z.array(z.string().max(60, 'tooLong')));
/** A person who can be put into groups. */
export const member = z.object({ id: z.number(), firstName: z.string(), lastName: z.string(), email: z.string() });

export const permissionGroup = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  name: z.string(),
  description: z.string(),
  /** All staff of the company are in it, except `exceptions`; otherwise `users`. */
  everyone: z.boolean(),
  users: z.array(member),
  exceptions: z.array(member),
  resources: z.array(z.object({ id: resource })),
  permissions,
  createdAt: z.string(),
});
export type PermissionGroup = z.infer<typeof permissionGroup>;

const fields = z.object({
  name: requiredText(120),
  description: z.string().trim().max(500, 'tooLong'),
  everyone: z.boolean(),
  users: z.array(id()).max(1000, 'tooLong'),
  exceptions: z.array(id()).max(1000, 'tooLong'),
  resources: z.array(resource).max(5000, 'tooLong'),
  permissions,
});
export type PermissionGroupChange = Partial<z.infer<typeof fields>>;

/** What a group of the app can grant; `needs` are the actions that enabling one enables as well. */
const metadata = z.array(
  z.object({ entity: z.string(), actions: z.array(z.object({ action: z.string(), needs: z.array(z.string()) })) }),
);

export const permissionGroupList = {
  search: ['name', 'description'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const;
export const memberList = {
  search: ['firstName', 'lastName', 'email'],
  filter: ['id'],
  sort: ['firstName'],
  defaultSort: ['firstName', 'asc'],
} as const;

/** The permission-group calls of one app: an app mounts them among its own routes. */
export function permissionGroupRoutes(appId: string) {
  const access = (action: string) => canDo(`${appId}.permissions-group`, action);
  return {
    /** resource → entity → actions, as they apply to the caller. */
    my: route.get('/permissions-group/my', { access: 'signed-in', reply: z.record(z.string(), permissions) }),
    list: route.list('/permissions-group', {
      access: access('read'),
      reply: permissionGroup,
      list: permissionGroupList,
    }),
    create: route.post('/permissions-group', {
      access: access('create'),
      body: fields.partial({
        description: true,
        everyone: true,
        users: true,
        exceptions: true,
        resources: true,
        permissions: true,
      }),
      reply: permissionGroup,
    }),
    metadata: route.get('/permissions-group/metadata', { access: access('read'), reply: metadata }),
    users: route.list('/permissions-group/users', { access: access('read'), reply: member, list: memberList }),
    history: historyRoute(`${appId}.permissions-group`, '/permissions-group/{id}'),
    get: route.get('/permissions-group/{id}', { access: access('read'), reply: permissionGroup }),
    update: route.patch('/permissions-group/{id}', {
      access: access('update'),
      body: fields.partial(),
      reply: permissionGroup,
    }),
    remove: route.delete('/permissions-group/{id}', { access: access('delete') }),
  };
}
