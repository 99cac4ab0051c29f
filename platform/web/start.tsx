import '@fontsource-variable/cairo';
import '@mantine/core/styles.layer.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { BootError } from './boot-error.ts';
import { removeOldEntries } from './client/storage.ts';
import { type LocaleFiles, startI18n } from './i18n/i18n.ts';
import { offlineStore } from './offline/offline.ts';
import { startOffline } from './offline/start-offline.ts';
import { followPerson } from './session/follow-person.ts';
import { chunkFailed, loadsQuietly } from './shell/failures/chunk-failure.ts';
import { trackInstallPrompt } from './shell/install.ts';
import { trackDensity } from './shell/layout/density.ts';
import { Providers } from './shell/layout/Providers.tsx';
import { trackPhoneWidth } from './shell/layout/phone.ts';
import { printLight } from './shell/layout/print-scheme.ts';
import type { BoundApp } from './shell/routing/bind-pages.ts';
import { makeRouter, type SignIn } from './shell/routing/router.tsx';

type Options = {
  signIn: SignIn;
  /** Loaded with the first page behind sign-in. */
  apps: () => Promise<readonly BoundApp[]>;
  locales: LocaleFiles;
  /** The menu texts of the same files. */
  menus: LocaleFiles;
};

/** Starts the web app. */
export async function startWeb({ signIn, apps, locales, menus }: Options): Promise<void> {
  removeOldEntries(window);
  // Also covers dynamic imports without `loadChunk` and stylesheets. Without a network, pages and their parts say it.
  window.addEventListener('vite:preloadError', () => {
    if (!loadsQuietly() && !offlineStore.get()) chunkFailed.set(true);
  });
  startOffline();
  followPerson();
  trackPhoneWidth();
  trackDensity();
  printLight();
  trackInstallPrompt();
  await startI18n(locales, { menus });
  const root = document.getElementById('root');
  if (!root) throw new BootError('index.html has no element with the id "root"');
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={makeRouter(signIn, apps)} />
      </Providers>
    </StrictMode>,
  );
}
