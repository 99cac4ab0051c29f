import { ToggleMatrix } from '#platform/web/ui/choice/ToggleMatrix.tsx';
import { type NotificationMethod, type Notifications, notificationMethods } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';

type Props = {
  class: string;
  /** What the class is called. */
  label: string;
  kinds: readonly string[];
  name(kind: string): string;
  told: Notifications;
  onChange(change: (before: Notifications) => Notifications): void;
  disabled: boolean;
};

/** Kinds of alarms of one class × how people are told of them. */
export function NotificationMatrix({ class: of, label, kinds, name, told, onChange, disabled }: Props) {
  const t = useText();
  return (
    <ToggleMatrix
      label={label}
      corner={label}
      rows={kinds.map((key) => ({ key, label: name(key) }))}
      columns={notificationMethods.map((key) => ({ key, label: t(`values.method.${key}`) }))}
      checked={(kind, method) => told[of]?.[method as NotificationMethod]?.includes(kind) ?? false}
      onToggle={(kind, method, on) =>
        onChange((before) => withKind(before, { of, kind, method: method as NotificationMethod, on }))
      }
      disabled={disabled}
    />
  );
}

function withKind(
  before: Notifications,
  { of, kind, method, on }: { of: string; kind: string; method: NotificationMethod; on: boolean },
): Notifications {
  const others = (before[of]?.[method] ?? []).filter((one) => one !== kind);
  return { ...before, [of]: { ...before[of], [method]: on ? [...others, kind] : others } };
}
