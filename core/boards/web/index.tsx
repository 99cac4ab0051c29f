import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { boards } from '../app.ts';

export const boardsWeb = bindPages(boards, { '': () => import('./OverviewPage.tsx') });
