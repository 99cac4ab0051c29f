import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { tokens } from '../../client/connection.ts';
import { noticesRequested } from '../../client/notices.ts';
import { inLocal } from '../../client/storage.ts';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { AheadOffer } from '../../offline/AheadOffer.tsx';
import { ConnectionBar, loadWaitingList } from '../../offline/ConnectionBar.tsx';
import { type Me, selectedCustomer, sessionStore } from '../../session/session-store.ts';
import { deniedStore } from '../access/denied-page.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { PageShortcuts } from '../keyboard/PageShortcuts.tsx';
import { PhoneNavigation } from '../navigation/PhoneNavigation.tsx';
import { Sidebar } from '../navigation/Sidebar.tsx';
import { LeaveGuard } from '../routing/LeaveGuard.tsx';
import { hasFailed } from '../routing/navigation.ts';
import { Header } from './Header.tsx';
import { Loading } from './Loading.tsx';
import classes from './MainLayout.module.css';
import { usePhone } from './phone.ts';

const Impersonation = lazyPart(() => import('../session/Impersonation.tsx').then((module) => module.Impersonation));
const ActingFor = lazyPart(() => import('../session/ActingFor.tsx').then((module) => module.ActingFor));
const DenialBar = lazyPart(() => import('../access/DenialBar.tsx').then((module) => module.DenialBar));
const storedFolded = inLocal<boolean>('sidebar-folded');

/** Loads what a lost connection needs at the first touch or key, because it may not load afterwards. */
function loadBeforeItIsNeeded(): () => void {
  const load = () => {
    noticesRequested.set(true);
    loadWaitingList().catch((error: unknown) => console.warn('Kept changes cannot be listed', error));
  };
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, load, { once: true, passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, load);
  };
}

/** Whether a customer is selected: the person acts for another company. */
const actsForAnother = (me: Me | null) => {
  const chosen = selectedCustomer();
  return me !== null && chosen !== null && chosen !== me.session.user.companyId;
};

/** The header and sidebar around the pages of signed-in people. */
export function MainLayout() {
  const t = useKitText();
  const phone = usePhone();
  const { pathname } = useLocation();
  const denied = useStore(deniedStore);
  const signedIn = useStore(sessionStore, (state) => state.me !== null);
  const [folded, setFolded] = useState(() => storedFolded.get() ?? false);
  const isErrorPage = useMatches().at(-1)?.handle === undefined || hasFailed();
  const impersonating = tokens.slot() === 'secondary';
  const actingFor = useStore(sessionStore, ({ me }) => actsForAnother(me));

  // Not with the first notice, which may report that the network is down.
  useEffect(loadBeforeItIsNeeded, []);
  const fold = () => {
    setFolded(!folded);
    storedFolded.set(!folded);
  };
  // Error pages need neither header nor sidebar.
  if (!signedIn) return isErrorPage ? <Outlet /> : <Loading />;

  return (
    <div
      className={classes.layout}
      data-folded={folded || undefined}
      data-second={impersonating || actingFor || undefined}
    >
      <a href="#content" className={classes.skip}>
        {t('shell.skip')}
      </a>
      {impersonating && (
        <Suspense>
          <Impersonation />
        </Suspense>
      )}
      {actingFor && !impersonating && (
        <Suspense>
          <ActingFor />
        </Suspense>
      )}
      <Header />
      {phone ? (
        <PhoneNavigation />
      ) : (
        <aside className={classes.sidebar}>
          <Suspense>
            <Sidebar folded={folded} onFold={fold} />
          </Suspense>
        </aside>
      )}
      {!phone && <PageShortcuts />}
      <LeaveGuard />
      <main id="content" className={classes.content} tabIndex={-1}>
        <ConnectionBar />
        <AheadOffer />
        {denied?.at === pathname && (
          <Suspense>
            <DenialBar key={denied.target} denied={denied} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
