import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { notices } from '../app.ts';

export const noticesWeb = bindPages(notices, { 'users/notices': () => import('./NoticeChoicesPage.tsx') });
