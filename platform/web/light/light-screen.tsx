import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import type { PageLoader } from '../shell/routing/bind-pages.ts';
import { usePageHandle } from '../ui/page/PageFrame.tsx';
import type { LightModule, LightPage } from './light-page.ts';

/** A light page within the web app, where a development server or an installed app without a network shows it. */
export const lightScreen =
  (load: () => Promise<LightModule>): PageLoader =>
  async () => {
    const { light } = await load();
    return { LightScreenPage: InShell.bind(null, { light }) };
  };

function InShell({ light }: { light: LightPage }) {
  const handle = usePageHandle();
  const params = useParams();
  const [element] = useState(() =>
    light({
      api: handle?.app.api ?? '',
      params: Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, value])),
    }),
  );
  // A boundary of its own: what waits for texts within one further up would be begun again.
  return <Suspense>{element}</Suspense>;
}
