import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { metering } from '../app.ts';

export const meteringWeb = bindPages(
  metering,
  { '/verify-bill/{code}': () => import('./bills/VerifyBillPage.tsx') },
  { widgets: () => import('./widgets/widgets.ts') },
);
