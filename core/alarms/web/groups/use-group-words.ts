import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { ValueText } from '#platform/web/ui/history/History.tsx';
import { notificationMethods } from '../../common/notification-group.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useText } from '../texts.ts';
import type { GroupSource } from './source.ts';

/** Words of a group's history: what it grants or tells about, and where. */
export function useGroupWords({ app }: GroupSource): ValueText {
  const t = useText();
  const permissions = useLabels('permissions');
  const words = usePermissionNames();
  const alarms = useAlarmTexts(app);
  const told = (word: string) => {
    const method = notificationMethods.find((one) => one === word);
    if (app.alarmClasses?.[word]) return alarms.className(word);
    return method ? t(`values.method.${method}`) : alarms.kind(word);
  };
  return (field, word) => {
    if (word === null) return undefined;
    if (field === 'resource' && word === '*') return permissions.label('group.allStructures');
    if (field === 'entity') return words.entity(app.id, word);
    if (field === 'actions') return words.action(app.id, word);
    return field === 'notifications' ? told(word) : undefined;
  };
}
