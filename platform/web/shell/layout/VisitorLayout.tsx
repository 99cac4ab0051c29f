import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useKitText } from '../../i18n/texts.ts';
import { globalPrefix, signInFor } from '../routing/addresses.ts';
import { Brand } from './Brand.tsx';
import headerClasses from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Loading } from './Loading.tsx';
import classes from './VisitorLayout.module.css';

/** The header around the pages that visitors see without an account. */
export function VisitorLayout() {
  const t = useKitText();
  const { pathname, search } = useLocation();
  return (
    <div className={classes.layout}>
      <header className={headerClasses.header}>
        <span className={headerClasses.brand}>
          <Brand />
        </span>
        <div className={headerClasses.space} />
        <LanguageSwitch />
        <Button component={Link} to={signInFor(`${pathname.slice(globalPrefix.length)}${search}`)} size="compact-sm">
          {t('shell.signIn')}
        </Button>
      </header>
      <main id="content" className={classes.content}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
