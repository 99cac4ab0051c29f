import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { adminTypes, companyTypes, roles } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const systemRole = z.object({
  id: z.number(),
  name: z.string(),
  companyType: z.enum(companyTypes).nullable(),
  adminType: z.enum(adminTypes).nullable(),
  role: z.enum(roles),
});
export type SystemRole = z.infer<typeof systemRole>;

const leaf = z.object({ key: z.string(), index: z.number(), action: z.string() });
const submodule = z.object({ key: z.string(), index: z.number(), entity: z.string(), permissions: z.array(leaf) });
const hierarchy = z.array(
  z.object({ key: z.string(), index: z.number(), module: z.string(), submodules: z.array(submodule) }),
);
export type Hierarchy = z.infer<typeof hierarchy>;

/** A page that a person may not open: its app, its path in the manifest, and its place. */
const deniedPage = z.object({
  app: z.string().max(60, 'tooLong'),
  page: z.string().max(200, 'tooLong'),
  address: z
    .string()
    .max(500, 'tooLong')
    .regex(/^\/[^\s\p{Cc}]*$/u, 'invalid'),
});

/** One question about a page in this many hours. */
export const askAgainHours = 24;

export const permissionRoutes = {
  /** The people who can change what the caller may do. */
  approvers: route.get('/permissions/approvers', {
    access: 'signed-in',
    reply: z.object({
      people: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
      providers: z.array(z.string()),
    }),
  }),
  /** Mails these people that the caller would like to open a page. */
  ask: route.post('/permissions/ask', {
    access: 'signed-in',
    body: deniedPage,
    reply: z.object({ recipients: z.number() }),
    status: 200,
    limitPerMinute: 10,
  }),
  flat: route.get('/permissions/flat', {
    access: anyAccount,
    reply: z.record(z.string(), z.object({ index: z.number() })),
  }),
  hierarchy: route.get('/permissions/hierarchy', { access: 'signed-in', reply: hierarchy }),
  systemRoles: route.get('/permissions/system-roles/all', {
    access: canDo('user.role', 'read'),
    reply: z.array(systemRole),
  }),
  systemRole: route.get('/permissions/system-roles/{id}', {
    access: canDo('user.role', 'read'),
    reply: systemRole.extend({ permissions: z.array(z.string()) }),
  }),
  /** The roles of people within apps, by the apps of the installation that have some. */
  appRoles: route.get('/permissions/app-roles/all', {
    access: canDo('user.role', 'read'),
    reply: z.array(z.object({ app: z.string(), roles: z.array(z.string()) })),
  }),
  /** Those that the current company can give its people. */
  userRoles: route.get('/permissions/user-roles/all', {
    access: canDo('user.role', 'read'),
    reply: z.array(systemRole),
  }),
};
