import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { print } from '../app.ts';
import { printPages } from '../common/print.ts';

const explanation = () => import('./PrintOnlyPage.tsx');

export const printWeb = bindPages(
  print,
  Object.fromEntries([...printPages, 'error-page'].map((name) => [name, explanation])),
);
