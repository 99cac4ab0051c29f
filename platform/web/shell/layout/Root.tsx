import { Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { switchingCustomer } from '../../client/connection.ts';
import { useStore } from '../../client/store.ts';
import { textsLoading } from '../../i18n/i18n.ts';
import { useKitText } from '../../i18n/texts.ts';
import classes from './Loading.module.css';
import { Loading } from './Loading.tsx';

/** More files of texts than these show that they load. Source: 1-core.md §9. */
const maxSilentTextFiles = 10;

/** Around every page: the loading bar, and scrolling to the top. */
export function Root() {
  const t = useKitText();
  const { pathname } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const switching = useStore(switchingCustomer);
  const texts = useStore(textsLoading);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation to another page scrolls to the top
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
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
