import { Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { switchingCustomer } from '../../client/connection.ts';
import { useStore } from '../../client/store.ts';
import { textsLoading } from '../../i18n/i18n.ts';
import { useKitText } from '../../i18n/texts.ts';
import classes from './Loading.module.css';
import { Loading } from './Loading.tsx';

/** A placeholder is shown while more text files than this are loading. */
const maxSilentTextFiles = 10;

/** The root of all pages: shows the loading bar and scrolls to the top. */
export function Root() {
  const t = useKitText();
  const { pathname } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const switching = useStore(switchingCustomer);
  const texts = useStore(textsLoading);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation to another page scrolls to the top
  useEffect(() => {
    // Newer browsers return a promise, which is not a cleanup function.
    void window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      {(navigating || switching) && <div className={classes.bar} role="progressbar" aria-label={t('shell.loading')} />}
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      {texts > maxSilentTextFiles && <Loading />}
    </>
  );
}
