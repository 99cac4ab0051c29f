import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useStore } from '../../client/store.ts';
import { menuNamespace } from '../../i18n/i18n.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { registeredApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { iconSizes } from '../../theme.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { waitingCount } from '../layout/title.ts';
import { canOpen } from '../routing/first-page.ts';
import { iconNamed } from './icons.ts';
import classes from './PhoneNavigation.module.css';
import { barPages, isCurrentQuick, type QuickPage, quickPages } from './quick-access.ts';

const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx').then((module) => module.MenuDrawer));

/** The largest number that an entry shows. */
const maxShown = 99;

/** The bottom bar: the pages of daily work, and the sidebar as a drawer. */
export function PhoneNavigation() {
  const t = useKitText();
  const { me } = useStore(sessionStore);
  const { pathname } = useLocation();
  const [more, setMore] = useState(false);
  // The drawer is loaded when it is first opened.
  const [opened, setOpened] = useState(false);
  const pages = me ? barPages(quickPages(registeredApps(), canOpen, pathname)) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the drawer
  useEffect(() => setMore(false), [pathname]);
  return (
    <>
      <nav className={classes.bar} aria-label={t('shell.daily')}>
        {pages.map((page) => (
          <BarEntry key={page.name} page={page} current={isCurrentQuick(page, pathname)} />
        ))}
        <UnstyledButton
          className={classes.entry}
          onClick={() => {
            setOpened(true);
            setMore(true);
          }}
          aria-haspopup="dialog"
          aria-expanded={more}
        >
          <IconDots size={iconSizes.lg} aria-hidden />
          <span className={classes.text}>{t('shell.more')}</span>
        </UnstyledButton>
      </nav>
      {opened && (
        <Suspense>
          <MenuDrawer opened={more} onClose={() => setMore(false)} />
        </Suspense>
      )}
    </>
  );
}

function BarEntry({ page, current }: { page: QuickPage; current: boolean }) {
  const { label } = useLabels(menuNamespace(page.app));
  const waiting = useStore(waitingCount);
  const count = page.counted ? waiting : 0;
  const shown = count > maxShown ? `${maxShown}+` : String(count);
  const name = label(page.textKey);
  const Icon = iconNamed(page.icon);
  return (
    <Link
      to={page.to}
      className={classes.entry}
      aria-current={current ? 'page' : undefined}
      aria-label={count > 0 ? `${name} (${shown})` : undefined}
    >
      <Icon size={iconSizes.lg} aria-hidden />
      {count > 0 && <bdi className={classes.count}>{shown}</bdi>}
      <span className={classes.text}>{name}</span>
    </Link>
  );
}
