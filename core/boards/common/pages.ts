import type { AppManifest } from '#platform/common/define-app.ts';
import { usualPage } from '#platform/common/pages/placed-pages.ts';

/** Where an app may mount its board: as another view of its first page, or as a separate page. */
export const boardPaths = ['alternative', 'analysis/dashboard'] as const;
export type BoardPath = (typeof boardPaths)[number];

/** Where an app mounts its board. */
export const boardPathOf = (app: Pick<AppManifest, 'pages'>): BoardPath =>
  boardPaths.find((path) => usualPage(app, path)) ?? 'alternative';
