import type { DenialReason } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { createStore } from '../../client/store.ts';

export type DeniedPage = {
  app: AppManifest;
  page: Page;
  /** The address of the page. */
  target: string;
  why: readonly DenialReason[];
  /** The path that the person was on after the denial; the bar is shown only there. */
  at: string;
};

/** The page that the guard denied last. */
export const deniedStore = createStore<DeniedPage | null>(null);
