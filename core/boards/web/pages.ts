import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import type { BoardPath } from '../common/pages.ts';

/** The component of the board of an app that mounts `boardRoutes` as `board`, at its path. */
export const boardPages = (path: BoardPath): Record<string, PageLoader> => ({
  [path]: () => import('./AppBoardPage.tsx'),
});
