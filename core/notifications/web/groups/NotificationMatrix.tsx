import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { type NotificationMethod, notificationMethods } from '#core/alarms/common/alarm-notification.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToggleMatrix } from '#platform/web/ui/choice/ToggleMatrix.tsx';
import type { Notifications } from '../../common/notification-group.ts';
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

/** The row that chooses all kinds at once. */
const all = '';
/** A class with more kinds is folded at first. */
const mostUnfolded = 8;

/** A foldable matrix of the alarm kinds of a class and the notification methods. */
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
  const { number } = useFormats();
  const [open, setOpen] = useState(kinds.length <= mostUnfolded);
  const kindsOf = (row: string) => (row === all ? kinds : [row]);
  const chosen = new Set(Object.values(notifications[alarmClass] ?? {}).flat());
  return (
    <Stack gap="xs" align="start">
      <ToggleMatrix
        label={label}
        corner={label}
        rows={[{ key: all, label: t('allKinds') }, ...(open ? kinds : []).map((key) => ({ key, label: name(key) }))]}
        columns={notificationMethods.map((key) => ({ key, label: t(`values.method.${key}`) }))}
        checked={(row, method) => {
          const ofMethod = notifications[alarmClass]?.[method as NotificationMethod] ?? [];
          return kindsOf(row).every((kind) => ofMethod.includes(kind));
        }}
        onToggle={(row, method, on) =>
          onChange((before) =>
            withKinds(before, { of: alarmClass, kinds: kindsOf(row), method: method as NotificationMethod, on }),
          )
        }
        disabled={disabled}
      />
      <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open
          ? t('groups.foldKinds', { class: label })
          : t('groups.unfoldKinds', {
              class: label,
              chosen: number(kinds.filter((kind) => chosen.has(kind)).length),
              count: number(kinds.length),
            })}
      </Button>
    </Stack>
  );
}

type Choice = { of: string; kinds: readonly string[]; method: NotificationMethod; on: boolean };

function withKinds(before: Notifications, { of: alarmClass, kinds, method, on }: Choice): Notifications {
  const others = (before[alarmClass]?.[method] ?? []).filter((other) => !kinds.includes(other));
  return { ...before, [alarmClass]: { ...before[alarmClass], [method]: on ? [...others, ...kinds] : others } };
}
