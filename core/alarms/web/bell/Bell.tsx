import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { maxCount } from '../../common/bell.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import { type BellList, useBellLists } from './bell-lists.ts';
import { useAttention } from './use-attention.ts';
import { useNewAlarmCount } from './use-new-alarm-count.ts';

const load = () => import('./BellPanel.tsx');
const BellPanel = lazyPart(() => load().then((module) => module.BellPanel));

/** The bell in the header: the number of unacknowledged alarms, and a panel with the newest of them. */
export function HeaderPart() {
  const lists = useBellLists();
  return lists.length > 0 ? <Bell lists={lists} /> : null;
}

function Bell({ lists }: { lists: readonly BellList[] }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const count = useData(api.bell.count, {}, { silent: true }).data?.count ?? 0;
  const newAlarms = useNewAlarmCount(lists, useAttention(lists, count));
  const shown = count < maxCount ? String(count) : `${maxCount - 1}+`;
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            className={classes.target}
            size="lg"
            aria-label={t('bell.label', { count, shown })}
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
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('bell.title')}>
          <Suspense>
            <BellPanel lists={lists} shown={shown} onLeave={() => setOpened(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <output className={classes.said}>{newAlarms > 0 ? t('bell.news', { count: newAlarms }) : ''}</output>
    </>
  );
}
