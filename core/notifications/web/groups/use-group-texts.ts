import { notificationMethods } from '#core/alarms/common/alarm-notification.ts';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { ValueText } from '#platform/web/ui/history/History.tsx';
import { useText } from '../texts.ts';
import type { NotificationSource } from './source.ts';

/** Texts for the history of a group: permissions, notifications and structures. */
export function useGroupTexts({ app }: NotificationSource): ValueText {
  const t = useText();
  const permissions = useLabels('permissions');
  const permissionTexts = usePermissionNames();
  const alarms = useAlarmTexts(app);
  const appTexts = useLabels(app.id);
  const notificationText = (word: string) => {
    const method = notificationMethods.find((method) => method === word);
    if (app.alarmClasses?.[word]) return alarms.className(word);
    return method ? t(`values.method.${method}`) : alarms.kind(word);
  };
  return (field, word) => {
    if (word === null) return undefined;
    if (field === 'resource' && word === '*') return permissions.label('group.allStructures');
    if (field === 'entity') return permissionTexts.entity(app.id, word);
    if (field === 'actions') return permissionTexts.action(app.id, word);
    if (field === 'events') return appTexts.label(`webhookEvents.${word}`);
    return field === 'notifications' ? notificationText(word) : undefined;
  };
}
