import type { DenialReason } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { createStore } from '../../client/store.ts';

export type DeniedPage = {
  app: AppManifest;
  page: Page;
  /** Where the page is. */
  target: string;
  why: readonly DenialReason[];
  /** Where the person stands since; elsewhere it is of no interest any more. */
  at: string;
};

/** The page that the guard refused last. */
export const deniedStore = createStore<DeniedPage | null>(null);
