import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { support } from '../app.ts';

export const supportWeb = bindPages(support, {}, { search: () => import('./search.ts') });
