import { Anchor, Tabs, Title } from '@mantine/core';
import { type ReactNode, Suspense, useContext, useEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useMatches, useNavigate } from 'react-router';
import { textNamespaceOf } from '#platform/common/define-app.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { useBrandName } from '../../shell/layout/Brand.tsx';
import { EditingHelp } from '../../shell/layout/development-parts.ts';
import { Loading } from '../../shell/layout/Loading.tsx';
import { showTitle } from '../../shell/layout/title.ts';
import { homeOf } from '../../shell/navigation/sidebar-entries.ts';
import { canOpen } from '../../shell/routing/first-page.ts';
import type { PageHandle } from '../../shell/routing/navigation.ts';
import { InApp } from './in-app.ts';
import { KeptHeight } from './KeptHeight.tsx';
import classes from './PageFrame.module.css';

export type Crumb = { label: string; to: string };
export type PageTab = {
  label: string;
  /** The address of a tab that navigates. */
  to?: string;
  /** The value of a tab, passed to `onTab`. */
  value?: string;
  disabled?: boolean;
  count?: number;
};

type Props = {
  /** The title; by default the text `pages.<key>` of the page. */
  title?: string;
  /** A badge next to the title: a chip, an id. An element that is `aria-busy` holds the height of the head. */
  badge?: ReactNode;
  /** The breadcrumbs between the app and this page. */
  parents?: readonly Crumb[];
  /** The main action, at the end of the title line. */
  action?: ReactNode;
  tabs?: readonly PageTab[];
  tab?: string;
  onTab?: (value: string) => void;
  toolbar?: ReactNode;
  /** Fills the height of the window; the content scrolls. */
  fill?: boolean;
  children: ReactNode;
};

/** The route handle of the current page: its app and manifest entry; within `InApp` with that app. */
export function usePageHandle(): PageHandle | undefined {
  const app = useContext(InApp);
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined;
  return useMemo(() => (handle && app ? { ...handle, app } : handle), [handle, app]);
}

/** The first page of the app that the current page belongs to, unless it is the current page itself. */
function useHome(handle: PageHandle | undefined): { brand: string; to: string } | undefined {
  const { pathname } = useLocation();
  const to = handle && homeOf(handle.app, canOpen);
  return to && to !== pathname ? { brand: handle.app.brand, to } : undefined;
}

/** The frame of a page: breadcrumbs, title with the main action, tabs, toolbar, content. */
export function PageFrame({
  title,
  badge,
  parents = [],
  action,
  tabs,
  tab,
  onTab,
  toolbar,
  fill = false,
  children,
}: Props) {
  const t = useKitText();
  const brand = useBrandName();
  const handle = usePageHandle();
  const { label, has } = useLabels(handle?.app.id ?? 'kit');
  const pages = useLabels(handle ? textNamespaceOf(handle.app, handle.page) : 'kit');
  const shown = title ?? (handle ? pages.label(`pages.${handle.page.key}`) : brand);
  const home = useHome(handle);
  // The page above may be the home of the app.
  const crumbs = home
    ? [{ label: has('app') ? label('app') : home.brand, to: home.to }, ...parents.filter(({ to }) => to !== home.to)]
    : parents;
  useEffect(() => {
    showTitle(`${shown} · ${brand}`);
  }, [shown, brand]);

  return (
    <div className={classes.page} data-fill={fill || undefined}>
      <KeptHeight of={`head ${handle?.app.id} ${handle?.page.key}`}>
        <header className={classes.head}>
          <nav className={classes.crumbs} aria-label={t('shell.breadcrumbs')}>
            <ol>
              {crumbs.map(({ label: name, to }) => (
                <li key={to}>
                  <Anchor component={Link} to={to} inherit>
                    {name}
                  </Anchor>
                </li>
              ))}
            </ol>
          </nav>
          <div className={classes.line}>
            <Title order={1} className={classes.title}>
              <bdi>{shown}</bdi>
            </Title>
            {badge}
            {EditingHelp && handle && (
              <Suspense>
                <EditingHelp app={handle.app.id} address={handle.address} />
              </Suspense>
            )}
            {action && <div className={classes.action}>{action}</div>}
          </div>
          {tabs && tabs.length > 0 && <PageTabs tabs={tabs} tab={tab} onTab={onTab} />}
        </header>
      </KeptHeight>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={classes.content}>
        {/* Content that waits for texts or code must not take the head away: its tabs would lose the focus. */}
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </div>
    </div>
  );
}

/** Tabs that switch by address or by value. */
export function PageTabs({
  tabs,
  tab,
  onTab,
  label,
  variant = 'default',
}: {
  tabs: readonly PageTab[];
  tab?: string | undefined;
  onTab?: ((value: string) => void) | undefined;
  label?: string;
  /** `pills` for nested tabs. */
  variant?: 'default' | 'pills';
}) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const keyOf = (one: PageTab) => one.value ?? one.to ?? one.label;
  const current = tab ?? tabs.find((one) => one.to === pathname)?.to ?? null;
  // On a phone the tab list scrolls: the selected tab may be out of view, also after counts have loaded.
  const list = useRef<HTMLDivElement>(null);
  const words = tabs.map((one) => `${one.label} ${one.count ?? ''}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again when the tab or their widths change
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [current, words]);
  return (
    <Tabs
      className={classes.tabs}
      variant={variant}
      value={current}
      onChange={(value) => {
        const chosen = tabs.find((one) => keyOf(one) === value);
        if (chosen?.to) void navigate(chosen.to);
        else if (value) onTab?.(value);
      }}
    >
      <Tabs.List ref={list} className={classes.tabList} aria-label={label}>
        {tabs.map((one) => (
          <Tabs.Tab
            key={keyOf(one)}
            className={classes.tab}
            value={keyOf(one)}
            disabled={one.disabled ?? false}
            aria-controls={undefined}
          >
            <bdi>{one.label}</bdi>
            {one.count !== undefined && <span className={classes.count}>{one.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
