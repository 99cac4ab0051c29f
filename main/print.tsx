import { startPrint } from '#platform/web/print/start-print.tsx';

startPrint({
  pages: import.meta.glob(['../core/*/web/print/*.tsx', '../solutions/*/web/print/*.tsx'], { import: 'default' }),
  locales: import.meta.glob(['../core/**/locales/*.json', '../solutions/**/locales/*.json'], { import: 'default' }),
});
