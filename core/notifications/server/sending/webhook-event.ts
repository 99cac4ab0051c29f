import { administratorsOf, mailPeople } from '#core/accounts/server/api.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { alarmName } from '#core/alarms/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { SwitchedOff, WebhookSender } from '#platform/server/webhooks/deliveries.ts';
import type { WebhookMessages } from '#platform/server/webhooks/documented-webhooks.ts';
import { groupPaths } from '../../common/group-paths.ts';
import {
  type AlarmMessage,
  type AlarmMessageType,
  alarmMessage,
  alarmMessageTypes,
  appMessage,
  appMessageType,
} from '../../common/webhook-messages.ts';
import type { WebhookNotification } from './due-notifications.ts';

/** The table of the records that have webhooks. */
export const groupTable = 'notification_group';

/** The event of a notification as receivers get it: `alarm.raised`, `alarm.cleared` and so on. */
export function webhookEvent(kit: Kit, due: WebhookNotification): { type: AlarmMessageType; data: AlarmMessage } {
  const app = kit.apps.find(({ id }) => id === due.app);
  const { id, class: name, kind, severity, sensor, value, limit, firstAt, structure, device, subject, group } = due;
  return {
    type: `alarm.${due.cause}`,
    data: {
      alarm: {
        id,
        app: due.app,
        class: name,
        kind,
        name: { en: alarmName(app, due, 'en'), ar: alarmName(app, due, 'ar') },
        severity,
        sensor,
        value,
        limit,
        raisedAt: firstAt,
        subject: subject.name,
        subjectType: subject.type,
        device: device && { id: device.id, name: device.name },
        site: structure,
        url: app ? `${kit.publicUrl}${alarmAddress(app, name, id)}` : null,
      },
      group,
    },
  };
}

/** The messages about alarms, and about what happens in apps. */
export const documentedMessages = (apps: readonly AppManifest[]): WebhookMessages => ({
  ...Object.fromEntries(alarmMessageTypes.map((type) => [type, alarmMessage])),
  ...Object.fromEntries(
    apps.flatMap(({ id, webhookEvents = {} }) =>
      Object.entries(webhookEvents).map(([name, event]) => [appMessageType(id, name), appMessage(event)]),
    ),
  ),
});

const texts = {
  en: {
    subject: (group: string) => `The webhook of ${group} was switched off`,
    text: (url: string) =>
      `${isolated(url)} has not answered for three days, so no more events are sent to it. When it works again, switch it on in the notification group and replay what failed.`,
    button: 'Open the notification group',
    why: (brand: string) => `You are receiving this email because you administer your company in ${brand}.`,
  },
  ar: {
    subject: (group: string) => `أُوقف خطاف الويب للمجموعة ${group}`,
    text: (url: string) =>
      `لم يستجب ${isolated(url)} منذ ثلاثة أيام، لذا توقف إرسال الأحداث إليه. عندما يعود إلى العمل، فعّله في مجموعة الإشعارات ثم أعد إرسال ما لم يصل.`,
    button: 'فتح مجموعة الإشعارات',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك مدير شركتك في ${brand}.`,
  },
};

/** Mails the administrators of the company that a webhook was switched off. */
async function mailSwitchedOff(tx: Tx, kit: Kit, { subjectId, companyId, url }: SwitchedOff): Promise<void> {
  const group = await tx
    .selectFrom('notificationGroup')
    .select(['name', 'appId'])
    .where('id', '=', subjectId)
    .executeTakeFirst();
  const app = kit.apps.find(({ id }) => id === group?.appId);
  if (!group || !app) return;
  const administrators = await administratorsOf(tx, companyId);
  await mailPeople(
    tx,
    administrators.map(({ email, locale }) => {
      const { subject, text, button, why } = texts[locale];
      return layoutMail(kit, {
        recipient: email,
        locale,
        app,
        subject: subject(isolated(group.name)),
        text: [text(url)],
        button: {
          label: button,
          url: `${kit.publicUrl}${usualAddress(app, groupPaths.editNotification, { id: subjectId })}`,
        },
        why,
      });
    }),
  );
}

export const webhookSender = (kit: Kit): WebhookSender => ({
  subject: groupTable,
  onSwitchedOff: (tx, webhook) => mailSwitchedOff(tx, kit, webhook),
});
