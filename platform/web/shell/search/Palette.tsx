import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { Loader, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type AppManifest, type Page, textNamespaceOf } from '#platform/common/define-app.ts';
import { maxSearchLength } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { hasText, menuNamespace, text } from '../../i18n/i18n.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { registeredApps } from '../../session/session.ts';
import { iconSizes } from '../../theme.ts';
import { iconNamed } from '../navigation/icons.ts';
import { pageAddress } from '../routing/bind-pages.ts';
import { canOpen } from '../routing/first-page.ts';
import { isAction, namedPages } from './actions.ts';
import classes from './Palette.module.css';
import { RecordActions, recordActions } from './RecordActions.tsx';
import { addRecent, type Recent, recentOf } from './recent.ts';
import { useSearch } from './use-search.ts';

const [store, spotlight] = createSpotlight();

type Group = { name: string; found: Recent[]; all?: string | null };

const matches = (text: string, query: string) => fold(text).includes(fold(query));

const pageResult = (app: AppManifest, page: Page): Recent => ({
  title: text(menuNamespace(textNamespaceOf(app, page)), `pages.${page.key}`),
  to: pageAddress(app, page),
  icon: page.sidebar?.icon ?? (isAction(page) ? 'plus' : app.icon),
});

/** What the person may begin, by name. */
const actionsWith = (query: string): Recent[] =>
  registeredApps()
    .flatMap((app) =>
      namedPages(app, canOpen)
        .filter(isAction)
        .map((page) => pageResult(app, page)),
    )
    .filter(({ title }) => matches(title, query));

/** The pages that the person may open and whose name, or whose app's name, matches. */
function pagesWith(query: string): Group[] {
  return registeredApps().map((app) => {
    const menu = menuNamespace(app.id);
    const name = hasText(menu, 'app') ? text(menu, 'app') : app.brand;
    const found = namedPages(app, canOpen)
      .filter((page) => !isAction(page))
      // Pages of the sidebar first: others are reached from them.
      .sort((a, b) => (a.sidebar?.order ?? 1000) - (b.sidebar?.order ?? 1000))
      .map((page) => pageResult(app, page));
    return { name, found: matches(name, query) ? found : found.filter(({ title }) => matches(title, query)) };
  });
}

/** The command palette: navigates to pages and records. It opens whenever `opening` increases. */
export function Palette({ opening }: { opening: number }) {
  const t = useKitText();
  const me = useMe();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (opening > 0) spotlight.open();
  }, [opening]);
  const { kinds, waiting, failed, unanswered, retry } = useSearch(query);
  const records: Group[] = kinds.map(({ name, icon, found, all }) => ({
    name,
    all,
    found: found.map((one) => ({ ...one, icon })),
  }));
  const recent: Group[] = query ? [] : [{ name: t('shell.recent'), found: recentOf(me) }];
  const actions: Group = { name: t('shell.actions'), found: actionsWith(query) };
  const groups = [...recent, actions, ...pagesWith(query), ...records].filter(({ found }) => found.length > 0);
  const ofRecords = recordActions((text) => matches(text, query));
  const count = records.reduce((sum, { found }) => sum + found.length, 0);
  const list = useRef<HTMLDivElement>(null);
  // Selects the first record when no page matched, so that Enter opens it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more records are there
  useEffect(() => {
    if (list.current?.querySelector('[data-selected]')) return;
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.setState({ ...store.getState(), selected: 0 });
  }, [count]);
  const open = (one: Recent) => {
    addRecent(me, one);
    void navigate(one.to);
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      aria-label={t('shell.search')}
      // A centered dialog would move with each result.
      centered={false}
      classNames={{ actionLabel: classes.label, actionDescription: classes.description, actionsGroup: classes.group }}
      scrollable
      maxHeight="min(60vh, 34rem)"
    >
      <Spotlight.Search
        leftSection={<IconSearch size={iconSizes.md} aria-hidden />}
        rightSection={waiting ? <Loader size="xs" aria-label={t('shell.searching')} /> : null}
        placeholder={t('shell.searchHint')}
        aria-label={t('shell.search')}
        maxLength={maxSearchLength}
      />
      <VisuallyHidden role="status">{query && !waiting ? t('shell.recordsFound', { count }) : ''}</VisuallyHidden>
      <Spotlight.ActionsList ref={list}>
        <RecordActions groups={ofRecords} />
        {groups.map(({ name, found, all }) => (
          <Spotlight.ActionsGroup key={`${name} ${found[0]?.to}`} label={name}>
            {found.map((one) => (
              <Result key={one.to + one.title} one={one} onOpen={open} />
            ))}
            {all && (
              <Spotlight.Action
                className={classes.more}
                label={t('shell.allOf', { name })}
                leftSection={<IconArrowRight size={iconSizes.md} className={classes.onward} aria-hidden />}
                onClick={() => void navigate(all)}
              />
            )}
          </Spotlight.ActionsGroup>
        ))}
        {(failed.length > 0 || unanswered) && (
          <Spotlight.Action
            className={classes.failed}
            label={unanswered ? t('shell.unanswered') : t('shell.notAsked', { names: failed.join(' · ') })}
            leftSection={<IconRefresh size={iconSizes.md} aria-hidden />}
            closeSpotlightOnTrigger={false}
            onClick={retry}
          />
        )}
        {groups.length + ofRecords.size === 0 && failed.length === 0 && !unanswered && (
          <Spotlight.Empty>{t(waiting ? 'shell.searching' : 'shell.nothingFound')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Result({ one, onOpen }: { one: Recent; onOpen(one: Recent): void }) {
  const Icon = iconNamed(one.icon);
  return (
    <Spotlight.Action
      label={one.title}
      highlightQuery
      {...(one.subtitle ? { description: one.subtitle } : {})}
      leftSection={<Icon size={iconSizes.md} aria-hidden />}
      onClick={() => onOpen(one)}
    />
  );
}
