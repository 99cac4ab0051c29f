import { Suspense } from 'react';
import { noticesWanted } from '../client/notices.ts';
import { useStore } from '../client/store.ts';
import { lazyPart } from './chunk-failure.ts';

const Toasts = lazyPart(() => import('./Toasts.tsx').then((module) => module.Toasts));

/** Loads what shows notices when it is wanted: the sign-in page does without. */
export function ToastHost() {
  const wanted = useStore(noticesWanted);
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
