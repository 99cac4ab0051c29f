import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The component of the page `alternative` of an app that mounts `boardRoutes` as `board`. */
export const boardPages: Record<string, PageLoader> = { alternative: () => import('./AppBoardPage.tsx') };
