import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { rules } from '../app.ts';

export const rulesWeb = bindPages(rules, { 'rules/list': () => import('./RulesPage.tsx') });
