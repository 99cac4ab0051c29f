import { Button, Group, Text } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { RankChip } from './RankChip.tsx';
import { useRinging } from './use-ringing.ts';
import classes from './Workbench.module.css';

/** How many incidents wait by priority, and whether silence means that all is quiet. */
export function QueueHead() {
  const t = useText();
  const query = useData(api.incident.queue, {}, { silent: true });
  useLiveRefetch(['alarms'], api.incident.queue.key());
  const { ranks = [], panels = { inService: 0, supervised: 0 }, lastSignalAt = null } = query.data ?? {};
  const urgent = ranks.find(({ rank }) => rank === 1)?.unacknowledged ?? 0;
  const { muted, mute } = useRinging(urgent);
  const allHeard = panels.supervised === panels.inService;
  return (
    <Group gap="sm" className={classes.head}>
      {query.data && ranks.length === 0 && (
        <ToneChip tone={allHeard ? 'good' : 'poor'}>{t('workbench.quiet')}</ToneChip>
      )}
      {ranks.map(({ rank, open, unacknowledged }) => (
        <span key={rank} className={classes.count}>
          <RankChip rank={rank} />
          {t('workbench.open', { count: open })}
          {unacknowledged > 0 && <strong>{t('workbench.waiting', { count: unacknowledged })}</strong>}
        </span>
      ))}
      {panels.inService > 0 && (
        <Text size="sm" c={allHeard ? 'dimmed' : undefined}>
          {t('workbench.supervised', { supervised: panels.supervised, panels: panels.inService })}
        </Text>
      )}
      {lastSignalAt && (
        <Text size="sm" c="dimmed">
          {t('workbench.lastSignal')} <Ago at={lastSignalAt} />
        </Text>
      )}
      {urgent > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={muted}
          leftSection={<IconBellOff size={iconSizes.sm} aria-hidden />}
          onClick={mute}
        >
          {t(muted ? 'workbench.muted' : 'workbench.mute')}
        </Button>
      )}
    </Group>
  );
}
