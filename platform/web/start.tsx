import '@fontsource-variable/cairo';
import '@mantine/core/styles.layer.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { sessionSpaces } from './client/connection.ts';
import { removeOldEntries } from './client/storage.ts';
import { type LocaleFiles, startI18n } from './i18n/i18n.ts';
import { knowApps } from './session/session.ts';
import type { BoundApp } from './shell/bind-pages.ts';
import { followDensity } from './shell/density.ts';
import { followWidth } from './shell/phone.ts';
import { Providers } from './shell/Providers.tsx';
import { makeRouter } from './shell/router.tsx';

/** Starts the browser's side of the product with the given apps. */
export async function startWeb({ apps, locales }: { apps: readonly BoundApp[]; locales: LocaleFiles }): Promise<void> {
  removeOldEntries(window.localStorage);
  knowApps(apps.map((bound) => bound.app));
  sessionSpaces.push(...apps.map((bound) => bound.app.id));
  followWidth();
  followDensity();
  await startI18n(locales);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root"');
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={makeRouter(apps)} />
      </Providers>
    </StrictMode>,
  );
}
