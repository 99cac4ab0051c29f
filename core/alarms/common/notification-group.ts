import { z } from 'zod';
import { memberList, member as person } from '#core/permissions/common/permission-group.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation.ts';

/** How a person is told. A text message goes to verified phones only. */
export const notificationMethods = ['email', 'sms'] as const;
export type NotificationMethod = (typeof notificationMethods)[number];

const resource = z.union([z.literal('*'), id()]);
/** Class of alarm → method → kinds of alarm. */
const notifications = z.record(
  z.string().max(60, 'tooLong'),
  z.partialRecord(z.enum(notificationMethods), z.array(z.string().max(60, 'tooLong')).max(200, 'tooLong')),
);
export type Notifications = z.infer<typeof notifications>;

/** A silence without an end, in `mutedUntil`. */
export const forGood = '9999-12-31T00:00:00.000Z';
export const isMuted = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now();

const member = z.object({
  id: z.number(),
  name: z.string(),
  disabled: z.boolean(),
  /** By which methods this person is told. */
  notifications: z.record(z.enum(notificationMethods), z.boolean()),
});

export const notificationGroup = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  description: z.string(),
  /** Nobody of the group is told anything until then. */
  mutedUntil: z.string().nullable(),
  users: z.array(member),
  resources: z.array(z.object({ id: resource })),
  notifications,
  createdAt: z.string(),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

const fields = z.object({
  name: requiredText(120),
  description: z.string().trim().max(500, 'tooLong'),
  users: z.array(id()).max(1000, 'tooLong'),
  resources: z.array(resource).max(5000, 'tooLong'),
  notifications,
});
export type NotificationGroupChange = Partial<z.infer<typeof fields>>;

export const notificationGroupList = {
  search: ['name', 'description'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** The notification-group calls of one app: an app mounts them among its own routes. */
export function notificationGroupRoutes(app: string) {
  const may = (action: string) => canDo(`${app}.notifications-group`, action);
  return {
    list: route.list('/notifications-group', {
      access: may('read'),
      reply: notificationGroup,
      list: notificationGroupList,
    }),
    create: route.post('/notifications-group', {
      access: may('create'),
      body: fields.partial({ description: true, users: true, resources: true, notifications: true }),
      reply: notificationGroup,
    }),
    /** What a group of the app can be told about. */
    params: route.get('/notifications-group/params', {
      access: may('read'),
      reply: z.object({
        methods: z.array(z.enum(notificationMethods)),
        types: z.array(z.object({ type: z.string(), kinds: z.array(z.string()) })),
      }),
    }),
    /** Who can be put into a group. */
    users: route.list('/notifications-group/users', { access: may('read'), reply: person, list: memberList }),
    history: historyRoute(`${app}.notifications-group`, '/notifications-group/{id}'),
    get: route.get('/notifications-group/{id}', { access: may('read'), reply: notificationGroup }),
    update: route.patch('/notifications-group/{id}', {
      access: may('update'),
      body: fields.partial(),
      reply: notificationGroup,
    }),
    remove: route.delete('/notifications-group/{id}', { access: may('delete') }),
    /** One person of the group is told nothing, or is told again; by one method, if that is named. */
    disableUser: route.patch('/notifications-group/{id}/user-disable', {
      access: may('update'),
      body: z.object({ userId: id(), disabled: z.boolean(), method: z.enum(notificationMethods).optional() }),
      reply: notificationGroup,
    }),
    /** Silences the whole group for some minutes, or for good; 0 ends the silence. */
    mute: route.patch('/notifications-group/{id}/mute', {
      access: may('update'),
      body: z.object({
        minutes: z.union([
          z.literal('forever'),
          z.number('enterANumber').int().min(0, 'outOfRange').max(43_200, 'outOfRange'),
        ]),
      }),
      reply: notificationGroup,
    }),
  };
}
