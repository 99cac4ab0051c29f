import type { AppManifest } from '#platform/common/define-app.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import type { AlarmClass } from '../../common/manifest.ts';
import { useActionName, type useAlarmActions } from './use-alarm-actions.ts';

/** The key of an action that a class of alarms declares. `of`: the name of the alarm that is open. */
export function ActionKey({ of, shortcut, name, run }: { of?: string; shortcut: string; name: string; run(): void }) {
  useShortcut(shortcut, name, run, of === undefined ? {} : { of });
  return null;
}

type KeysProps = { alarm: AlarmDetail; app: AppManifest; actions: ReturnType<typeof useAlarmActions> };

/** The keys that the class gives to its actions. */
export function KeysOfClass({ alarm, app, actions: { available, start } }: KeysProps) {
  const nameOf = useActionName(app.id, alarm.desk);
  const declared: AlarmClass['actions'] = app.alarmClasses?.[alarm.class]?.actions ?? {};
  return available.map(({ name }) => {
    const key = declared[name]?.key;
    return key ? (
      <ActionKey key={name} of={alarm.subject.name} shortcut={key} name={nameOf(name)} run={() => start(name)} />
    ) : null;
  });
}
