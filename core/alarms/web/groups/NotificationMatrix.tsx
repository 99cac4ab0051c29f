import { ToggleMatrix } from '#platform/web/ui/choice/ToggleMatrix.tsx';
import type { Notifications } from '../../common/notification-group.ts';
import { type NotificationMethod, notificationMethods } from '../../common/notification-settings.ts';
import { useText } from '../texts.ts';

type Props = {
  class: string;
  /** The name of the class. */
  label: string;
  kinds: readonly string[];
  name(kind: string): string;
  notifications: Notifications;
  onChange(change: (before: Notifications) => Notifications): void;
  disabled: boolean;
};

/** A matrix of the alarm kinds of a class and the notification methods. */
export function NotificationMatrix({
  class: alarmClass,
  label,
  kinds,
  name,
  notifications,
  onChange,
  disabled,
}: Props) {
  const t = useText();
  return (
    <ToggleMatrix
      label={label}
      corner={label}
      rows={kinds.map((key) => ({ key, label: name(key) }))}
      columns={notificationMethods.map((key) => ({ key, label: t(`values.method.${key}`) }))}
      checked={(kind, method) => notifications[alarmClass]?.[method as NotificationMethod]?.includes(kind) ?? false}
      onToggle={(kind, method, on) =>
        onChange((before) => withKind(before, { of: alarmClass, kind, method: method as NotificationMethod, on }))
      }
      disabled={disabled}
    />
  );
}

function withKind(
  before: Notifications,
  { of: alarmClass, kind, method, on }: { of: string; kind: string; method: NotificationMethod; on: boolean },
): Notifications {
  const others = (before[alarmClass]?.[method] ?? []).filter((other) => other !== kind);
  return { ...before, [alarmClass]: { ...before[alarmClass], [method]: on ? [...others, kind] : others } };
}
