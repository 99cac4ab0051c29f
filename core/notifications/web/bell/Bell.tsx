import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { resumePush } from '#core/accounts/web/parts.tsx';
import { shownCount } from '#core/alarms/common/bell.ts';
import { type BellList, bellCalls, useBellLists } from '#core/alarms/web/parts.tsx';
import { useUnreadNotices } from '#core/notices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { messageTopic } from '../../common/in-app-message.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import { useAttention } from './use-attention.ts';
import { useNewAlarmCount } from './use-new-alarm-count.ts';

const load = () => import('./BellPanel.tsx');
const BellPanel = lazyPart(() => load().then((module) => module.BellPanel));

/**
 * The bell in the header: the number of unacknowledged alarms, and a panel with the newest of them and the notices of the
 * person. Guests have none, because alarms are for staff.
 */
export function HeaderPart() {
  return usePermitted(bellCalls.count.route.access) ? <StaffBell /> : null;
}

const StaffBell = () => <Bell lists={useBellLists()} />;

/** Reads the messages and their number again when one arrives. */
function useNewMessages(): void {
  const client = useQueryClient();
  useLive([messageTopic], () => {
    for (const { keyPrefix } of [bellCalls.count, api.message.list]) refetchQueries(client, keyPrefix);
  });
}

function Bell({ lists }: { lists: readonly BellList[] }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { count = 0, messages = 0 } = useData(bellCalls.count, {}, { silent: true }).data ?? {};
  const newAlarms = useNewAlarmCount(lists, useAttention(lists, count));
  const shown = shownCount(count);
  const unread = shownCount(messages);
  const notices = useUnreadNotices();
  useNewMessages();
  useEffect(() => {
    resumePush().catch((error: unknown) => console.warn('Notifications on this device were not resumed', error));
  }, []);
  const label = [
    t('bell.label', { count, shown }),
    ...(messages > 0 ? [t('bell.unread', { count: messages, shown: unread })] : []),
    ...(notices.count > 0 ? [notices.label] : []),
  ].join('. ');
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            className={classes.target}
            size="lg"
            aria-label={label}
            onClick={() => setOpened(!opened)}
            onPointerEnter={() => void load()}
            onFocus={() => void load()}
          >
            <IconBell size={iconSizes.md} />
            {count > 0 && (
              <span className={classes.badge} aria-hidden>
                {shown}
              </span>
            )}
            {messages + notices.count > 0 && <span className={classes.dot} aria-hidden />}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('bell.title')}>
          <Suspense>
            <BellPanel
              lists={lists}
              shown={shown}
              unread={{ messages: unread, notices: notices.shown }}
              onLeave={() => setOpened(false)}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <output className={classes.said}>{newAlarms > 0 ? t('bell.news', { count: newAlarms }) : ''}</output>
    </>
  );
}
