import { z } from 'zod';
import { alarmRow } from '#core/alarms/common/alarm.ts';
import { alarmNotification } from '#core/alarms/common/alarm-notification.ts';
import type { WebhookEvent } from './manifest.ts';

const named = z.object({ id: z.number(), name: z.string() });

/** What webhooks are sent about an alarm. */
export const alarmMessage = z.object({
  alarm: alarmRow
    .pick({ id: true, app: true, class: true, kind: true, severity: true, sensor: true, value: true, limit: true })
    .extend({
      name: z.object({ en: z.string(), ar: z.string() }),
      raisedAt: z.string(),
      subject: z.string(),
      subjectType: z.string(),
      device: named.nullable(),
      /** A party of an alarm may know no more of the site than its name. */
      site: named.extend({ id: z.number().nullable() }).nullable(),
      url: z.string().nullable(),
    }),
  group: named.nullable(),
});
export type AlarmMessage = z.infer<typeof alarmMessage>;

/** The types of messages about alarms: `alarm.raised`, `alarm.cleared` and so on. */
export const alarmMessageTypes = alarmNotification.shape.cause.options.map((cause) => `alarm.${cause}` as const);
export type AlarmMessageType = (typeof alarmMessageTypes)[number];

/** The site at which something has happened, and the group whose webhook is notified of it. */
const addition = z.object({ site: named.nullable(), notificationGroup: named });
export type AppMessageAddition = z.infer<typeof addition>;

/** The type of the message about an event of an app. */
export const appMessageType = (app: string, name: string): string => `${app}.${name}`;
/** What webhooks are sent about an event of an app. */
export const appMessage = ({ data }: WebhookEvent) => data.extend(addition.shape);
