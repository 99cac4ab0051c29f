import { Button, Group, Menu, Text } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { isMuted, type NotificationGroup } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';
import { MuteChip } from './MuteChip.tsx';
import type { NotificationGroupCalls } from './source.ts';

const durations = [30, 60, 480, 1440, 10_080] as const;

/** Mutes and unmutes a group. */
export function MutePanel({
  calls,
  group,
  disabled,
}: {
  calls: NotificationGroupCalls;
  group: NotificationGroup;
  disabled: boolean;
}) {
  const t = useText();
  const mute = useAction(calls.mute);
  const set = (duration: number | 'forever') => mute.run({ params: { id: group.id }, body: { minutes: duration } });
  return (
    <Panel title={t('mute.title')} aside={<MuteChip until={group.mutedUntil} />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('mute.hint')}
        </Text>
        {isMuted(group.mutedUntil) ? (
          <Button
            variant="default"
            disabled={disabled}
            loading={mute.pending}
            leftSection={<IconBell size={iconSizes.sm} aria-hidden />}
            onClick={() => set(0)}
          >
            {t('mute.end')}
          </Button>
        ) : (
          <Menu>
            <Menu.Target>
              <Button
                variant="default"
                disabled={disabled}
                loading={mute.pending}
                leftSection={<IconBellOff size={iconSizes.sm} aria-hidden />}
              >
                {t('mute.start')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {durations.map((duration) => (
                <Menu.Item key={duration} onClick={() => set(duration)}>
                  {t(`mute.for.${duration}`)}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => set('forever')}>{t('mute.forever')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Panel>
  );
}
