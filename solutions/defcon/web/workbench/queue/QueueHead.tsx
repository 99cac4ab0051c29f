import { Anchor, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { defcon } from '../../../app.ts';
import type { QueueState } from '../../../common/incidents/incident-file.ts';
import { panelsAddress } from '../../addresses.ts';
import { api } from '../../api.ts';
import { useText } from '../../texts.ts';
import { RankChip } from '../RankChip.tsx';
import classes from '../Workbench.module.css';
import { useLiveQueue, useQueue } from './use-queue.ts';
import { useRinging } from './use-ringing.ts';

/** How many incidents wait by priority, and whether silence means that all is quiet. */
export function QueueHead() {
  const t = useText();
  const { queue, ranks, allHeard } = useQueue();
  useLiveQueue();
  return (
    <Group gap="sm" className={classes.head}>
      {queue && ranks.length === 0 && (
        <ToneChip tone={allHeard ? 'good' : 'poor'}>
          {t(allHeard ? 'workbench.quiet' : 'workbench.partlyHeard')}
        </ToneChip>
      )}
      {ranks.length > 0 && (
        <div className={classes.counts}>
          {ranks.map((one) => (
            <RankCount key={one.rank} {...one} />
          ))}
        </div>
      )}
      <Heard />
      <Announced ranks={ranks} />
    </Group>
  );
}

/** Rings for what waits, and mutes it. It is in the title line, where it moves nothing. */
export function Ringing() {
  const t = useText();
  const { ranks } = useQueue();
  const { rings, muted, mute } = useRinging(ranks);
  if (!rings && !muted) return null;
  return (
    <Button
      variant="default"
      disabled={muted}
      leftSection={<IconBellOff size={iconSizes.sm} aria-hidden />}
      onClick={mute}
    >
      {t(muted ? 'workbench.muted' : 'workbench.mute')}
    </Button>
  );
}

/** How many panels are heard, which leads to the others, and when the last signal came. */
function Heard() {
  const t = useText();
  const seesPanels = usePermitted(api.panel.list.route.access);
  const { panels, lastSignalAt, allHeard } = useQueue();
  const heard = t('workbench.supervised', { supervised: panels.supervised, panels: panels.inService });
  return (
    <>
      {panels.inService > 0 && (
        <Text size="sm" c={allHeard ? 'dimmed' : undefined}>
          {allHeard || !seesPanels ? (
            heard
          ) : (
            <Anchor component={Link} to={`${panelsAddress}?troubled=true`} inherit className={classes.touched}>
              {heard}
            </Anchor>
          )}
        </Text>
      )}
      {lastSignalAt && (
        <Text size="sm" c="dimmed">
          {t('workbench.lastSignal')} <Ago at={lastSignalAt} />
        </Text>
      )}
    </>
  );
}

/** The incidents of a rank; a press shows them alone, and another one all. */
function RankCount({ rank, open, unacknowledged }: QueueState['ranks'][number]) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const alone = params.get('rank') === String(rank);
  const toggle = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (alone) next.delete('rank');
        else next.set('rank', String(rank));
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <UnstyledButton className={classes.count} aria-pressed={alone} onClick={toggle}>
      <RankChip rank={rank} />
      {t('workbench.open', { count: open })}
      {unacknowledged > 0 && <strong>{t('workbench.waiting', { count: unacknowledged })}</strong>}
    </UnstyledButton>
  );
}

/** Announces to screen readers an incident of the first rank that arrives while the page is open. */
function Announced({ ranks }: Pick<QueueState, 'ranks'>) {
  const t = useText();
  const { kind } = useAlarmTexts(defcon);
  const { queue } = useQueue();
  const newest = ranks.find(({ rank }) => rank === 1)?.newest ?? null;
  const [announced, setAnnounced] = useState<typeof newest>(null);
  /** When the newest one happened that the person knows of; null before the queue was read. */
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!queue) return;
    const at = newest ? Date.parse(newest.at) : 0;
    if (known.current !== null && at > known.current) setAnnounced(newest);
    known.current = Math.max(at, known.current ?? 0);
  }, [queue, newest]);
  return (
    <VisuallyHidden role="alert">
      {announced && (
        <span key={announced.id}>{t('workbench.newUrgent', { kind: kind(announced.kind), name: announced.name })}</span>
      )}
    </VisuallyHidden>
  );
}
