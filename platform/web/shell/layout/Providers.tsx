import { DirectionProvider, MantineProvider, useComputedColorScheme, useDirection } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { queryClient } from '../../client/query-client.ts';
import { useStore } from '../../client/store.ts';
import { surfaces } from '../../colours.ts';
import { variables } from '../../css-variables.ts';
import { directionOf, languageStore } from '../../i18n/i18n.ts';
import { reasonQuestion } from '../../session/view-reason.ts';
import { theme } from '../../theme.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { RefreshDialog } from '../failures/RefreshDialog.tsx';
import { ToastHost } from './toasts/ToastHost.tsx';

const ReasonDialog = lazyPart(() => import('../access/ReasonDialog.tsx').then((module) => module.ReasonDialog));

function FollowLanguage({ children }: { children: ReactNode }) {
  const direction = directionOf(useStore(languageStore));
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return children;
}

/** The bars of the browser and of the installed app have the colour of the header. */
function FollowScheme() {
  const { surface } = surfaces[useComputedColorScheme('light')];
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
  }, [surface]);
  return null;
}

/** Asks for the reason of a view, once the server wants one. */
function AskedReason() {
  const isAsked = useStore(reasonQuestion, (question) => question !== null);
  return (
    isAsked && (
      <Suspense>
        <ReasonDialog />
      </Suspense>
    )
  );
}

/** Provides theme, direction, query cache and notices. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={directionOf(languageStore.get())}>
      <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <FollowLanguage>{children}</FollowLanguage>
          <FollowScheme />
          <ToastHost />
          <RefreshDialog />
          <AskedReason />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
