import { z } from 'zod';
import {
  type AlarmNotification,
  alarmNotification,
  notificationMethods,
  personMethods,
} from '#core/alarms/common/alarm-notification.ts';
import { severities } from '#core/alarms/common/severity.ts';
import { memberList, member as person } from '#core/permissions/common/permission-group.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { webhookRoutes } from '#platform/common/webhook.ts';
import { notificationSettings, shownNotificationSettings } from './notification-settings.ts';

const resource = z.union([z.literal('*'), id()]);
/** Alarm class → method → alarm kinds. */
const notifications = z.record(
  z.string().max(60, 'tooLong'),
  z.partialRecord(z.enum(notificationMethods), z.array(z.string().max(60, 'tooLong')).max(200, 'tooLong')),
);
export type Notifications = z.infer<typeof notifications>;

/** The value of `mutedUntil` for a group that is muted permanently. */
export const mutedForever = '9999-12-31T00:00:00.000Z';
export const isMuted = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now();

const member = z.object({
  id: z.number(),
  name: z.string(),
  disabled: z.boolean(),
  /** Whether the person is notified, by method. */
  notifications: z.record(z.enum(personMethods), z.boolean()),
});

export const notificationGroup = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  name: z.string(),
  description: z.string(),
  /** Nobody in the group is notified until then. */
  mutedUntil: z.string().nullable(),
  users: z.array(member),
  resources: z.array(z.object({ id: resource })),
  notifications,
  /** The names of what else happens in the app that the webhook is notified of. */
  events: z.array(z.string()),
  ...shownNotificationSettings.shape,
  createdAt: z.string(),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

const fields = z.object({
  name: requiredText(120),
  description: z.string().trim().max(500, 'tooLong'),
  users: z.array(id()).max(1000, 'tooLong'),
  resources: z.array(resource).max(5000, 'tooLong'),
  notifications,
  events: z.array(z.string().max(60, 'tooLong')).max(50, 'tooLong'),
  ...notificationSettings.shape,
});
export type NotificationGroupChange = Partial<z.infer<typeof fields>>;

/** An alarm that might be raised, and the person for whom its notifications are previewed. */
export const previewedAlarm = z.object({
  userId: id(),
  type: z.string().max(60, 'tooLong'),
  kind: z.string().max(60, 'tooLong'),
  severity: z.enum(severities),
  structureId: id().nullable(),
});
/** The outcome that the notification by a method would have. `not-chosen`: no group of the person uses it. */
const preview = alarmNotification.pick({ method: true, group: true, state: true, dueAt: true }).extend({
  reason: z.union([alarmNotification.shape.reason, z.literal('not-chosen')]),
});
export type PreviewedNotification = Pick<AlarmNotification, 'method' | 'group' | 'state' | 'dueAt'> & {
  reason: AlarmNotification['reason'] | 'not-chosen';
};

export const notificationGroupList = {
  search: ['name', 'description'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** The calls for notification groups of an app, mounted in its manifest. */
export function notificationGroupRoutes(app: string) {
  const canDoWithGroups = (action: string) => canDo(`${app}.notifications-group`, action);
  return {
    list: route.list('/notifications-group', {
      access: canDoWithGroups('read'),
      reply: notificationGroup,
      list: notificationGroupList,
    }),
    create: route.post('/notifications-group', {
      access: canDoWithGroups('create'),
      body: fields.partial().required({ name: true }),
      reply: notificationGroup,
    }),
    /** The notification methods, the alarm kinds of the app by class, and its events. */
    params: route.get('/notifications-group/params', {
      access: canDoWithGroups('read'),
      reply: z.object({
        methods: z.array(z.enum(notificationMethods)),
        types: z.array(z.object({ type: z.string(), kinds: z.array(z.string()) })),
        /** What a webhook may be notified of besides alarms, with the JSON schema of what is sent about it. */
        events: z.array(z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) })),
      }),
    }),
    /** The people who can be added to a group. */
    users: route.list('/notifications-group/users', {
      access: canDoWithGroups('read'),
      reply: person,
      list: memberList,
    }),
    /** The notifications that a person would get for an alarm raised now, from all groups; nothing is written. */
    preview: route.post('/notifications-group/preview', {
      access: canDoWithGroups('read'),
      body: previewedAlarm,
      reply: z.array(preview),
      status: 200,
    }),
    history: historyRoute(`${app}.notifications-group`, '/notifications-group/{id}'),
    get: route.get('/notifications-group/{id}', { access: canDoWithGroups('read'), reply: notificationGroup }),
    update: route.patch('/notifications-group/{id}', {
      access: canDoWithGroups('update'),
      body: fields.partial(),
      reply: notificationGroup,
    }),
    remove: route.delete('/notifications-group/{id}', { access: canDoWithGroups('delete') }),
    /** Disables or enables notifications of one member, for all methods or for one. */
    disableUser: route.patch('/notifications-group/{id}/user-disable', {
      access: canDoWithGroups('update'),
      body: z.object({ userId: id(), disabled: z.boolean(), method: z.enum(personMethods).optional() }),
      reply: notificationGroup,
    }),
    /** Mutes the group for some minutes or permanently; 0 unmutes it. */
    mute: route.patch('/notifications-group/{id}/mute', {
      access: canDoWithGroups('update'),
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

/** The calls for the webhook of a notification group, mounted next to those of the group. */
export const notificationWebhookRoutes = (app: string) =>
  webhookRoutes(
    { read: canDo(`${app}.notifications-group`, 'read'), update: canDo(`${app}.notifications-group`, 'update') },
    '/notifications-group/{id}',
  );
