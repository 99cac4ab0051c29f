import { Component, type ReactNode, Suspense } from 'react';
import { noticesRequested } from '../../../client/notices.ts';
import { useStore } from '../../../client/store.ts';
import { lazyPart } from '../../failures/chunk-failure.ts';

const Toasts = lazyPart(() => import('./Toasts.tsx').then((module) => module.Toasts));

/** An error boundary: a failure of the notices must not break the page. */
class Contained extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override componentDidCatch(error: unknown): void {
    console.error('Notices cannot be shown', error);
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}

/** Loads the notices when the first one is due; the sign-in page needs none. */
export function ToastHost() {
  const wanted = useStore(noticesRequested);
  return wanted ? (
    <Contained>
      <Suspense>
        <Toasts />
      </Suspense>
    </Contained>
  ) : null;
}
