import { Anchor, SegmentedControl, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { deskAddress } from '#core/alarms/common/alarm-desk.ts';
import type { BellList } from '#core/alarms/web/parts.tsx';
import { BellRow, bellCalls } from '#core/alarms/web/parts.tsx';
import { NoticeList } from '#core/notices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useText } from '../texts.ts';
import { AttentionSwitches } from './AttentionSwitches.tsx';
import classes from './Bell.module.css';
import { MessageList } from './MessageList.tsx';

const allViews = ['alarms', 'notices', 'messages'] as const;
const noticesOnly = ['notices'] as const;
type View = (typeof allViews)[number];

/** The number of alarms in the panel. */
const maxRows = 10;

type Props = {
  lists: readonly BellList[];
  shown: string;
  /** The numbers of unread messages and notices, as they are shown. */
  unread: Record<'messages' | 'notices', string>;
  onLeave(): void;
};

/** The newest unacknowledged alarms, the messages of notification groups, and the notices of the person. Arrow keys move the focus; after an acknowledgement it moves to the next row. */
export function BellPanel({ lists, shown, unread, onLeave }: Props) {
  const t = useText();
  const views = lists.length > 0 ? allViews : noticesOnly;
  const [chosen, setView] = useState<View>('alarms');
  const view = views.find((one) => one === chosen) ?? 'notices';
  const panel = useRef<HTMLDivElement>(null);
  const focusedRow = useRef(0);
  const query = useData(bellCalls.list, { list: { limit: maxRows, total: false } }, { silent: true });
  const rows = (query.data?.data ?? []).flatMap((alarm) => {
    const list = lists.find((list) => list.app.id === alarm.app && list.class === alarm.class);
    return list ? [{ alarm, list }] : [];
  });
  const links = () => [...(panel.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const focus = (index: number) => (links().at(Math.min(index, links().length - 1)) ?? panel.current)?.focus();

  // Sets the focus when the panel opens and when the focused row is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === panel.current) focus(focusedRow.current);
    else if (!panel.current?.contains(activeElement)) panel.current?.focus();
  }, [query.data]);

  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = links().findIndex((link) => link.closest('li')?.contains(document.activeElement));
    focus(Math.max(0, index + step));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut between links that Tab reaches, too
    <div ref={panel} tabIndex={-1} className={classes.panel} onKeyDown={moveFocus}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t(view === 'alarms' ? 'bell.title' : `bell.tabs.${view}`)}
        </Title>
        {view === 'alarms' && rows.length === maxRows && (
          <Text size="sm" c="dimmed">
            {t('bell.newest', { shown: maxRows, all: shown })}
          </Text>
        )}
      </div>
      {views.length > 1 && (
        <div className={classes.views}>
          <SegmentedControl
            fullWidth
            aria-label={t('bell.view')}
            value={view}
            onChange={(next) => setView(views.find((one) => one === next) ?? 'alarms')}
            data={views.map((value) => {
              const label = t(`bell.tabs.${value}`);
              return {
                value,
                label: value === 'alarms' || unread[value] === '0' ? label : `${label} (${unread[value]})`,
              };
            })}
          />
        </div>
      )}
      {view === 'notices' ? (
        <NoticeList onLeave={onLeave} />
      ) : view === 'messages' ? (
        <MessageList lists={lists} onLeave={onLeave} />
      ) : !query.data ? (
        <div className={classes.aside}>
          <QueryBoundary of={query} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState drawing="bell" title={t('bell.none')} text={t('bell.noneText')} />
      ) : (
        <ul className={classes.list}>
          {rows.map(({ alarm, list }, index) => (
            <BellRow
              key={alarm.id}
              alarm={alarm}
              list={list}
              onLeave={onLeave}
              onFocus={() => {
                focusedRow.current = index;
              }}
            />
          ))}
        </ul>
      )}
      {view !== 'notices' && <AttentionSwitches lists={lists} />}
      {view !== 'notices' && (
        <div className={classes.foot}>
          <Anchor component={Link} to={deskAddress()} onClick={onLeave} size="sm">
            {t('bell.all')}
          </Anchor>
        </div>
      )}
    </div>
  );
}
