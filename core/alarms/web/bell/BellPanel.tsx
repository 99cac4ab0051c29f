import { Anchor, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { textNamespaceOf } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import { BellRow } from './BellRow.tsx';
import type { BellList } from './bell-lists.ts';

/** So many of the newest are shown. */
const newest = 10;

type Props = { lists: readonly BellList[]; shown: string; onLeave(): void };

/** The newest unacknowledged alarms. Arrows walk them; one that is acknowledged leaves the next one in its place. */
export function BellPanel({ lists, shown, onLeave }: Props) {
  const t = useText();
  const panel = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  const found = useData(api.bell.list, { list: { limit: newest, total: false } }, { silent: true });
  const rows = (found.data?.data ?? []).flatMap((alarm) => {
    const list = lists.find((one) => one.app.id === alarm.app && one.class === alarm.class);
    return list ? [{ alarm, list }] : [];
  });
  const links = () => [...(panel.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const focus = (at: number) => (links().at(Math.min(at, links().length - 1)) ?? panel.current)?.focus();

  // When it opens, and when the focused row is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are there
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === panel.current) focus(place.current);
    else if (!panel.current?.contains(activeElement)) panel.current?.focus();
  }, [found.data]);

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = links().findIndex((link) => link.closest('li')?.contains(document.activeElement));
    focus(Math.max(0, at + step));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a short way between links that Tab reaches too
    <div ref={panel} tabIndex={-1} className={classes.panel} onKeyDown={walk}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('bell.title')}
        </Title>
        {rows.length === newest && (
          <Text size="sm" c="dimmed">
            {t('bell.newest', { shown: newest, all: shown })}
          </Text>
        )}
      </div>
      {!found.data ? (
        <div className={classes.aside}>
          <QueryBoundary of={found} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState drawing="bell" title={t('bell.none')} text={t('bell.noneText')} />
      ) : (
        <ul className={classes.list}>
          {rows.map(({ alarm, list }, at) => (
            <BellRow
              key={alarm.id}
              alarm={alarm}
              list={list}
              onLeave={onLeave}
              onFocus={() => {
                place.current = at;
              }}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {lists.map((list) => (
          <AllOf key={list.address} list={list} onLeave={onLeave} />
        ))}
      </div>
    </div>
  );
}

function AllOf({ list, onLeave }: { list: BellList; onLeave(): void }) {
  const { label } = useLabels(textNamespaceOf(list.app, list.page));
  return (
    <Anchor component={Link} to={list.address} onClick={onLeave} size="sm">
      {label(`pages.${list.page.key}`)}
    </Anchor>
  );
}
