import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { alarms } from '../app.ts';

export const alarmsWeb = bindPages(
  alarms,
  {},
  {
    ahead: () => import('./kept-alarms.ts'),
    header: () => import('./bell/Bell.tsx'),
    widgets: () => import('./widgets/widgets.ts'),
  },
);
