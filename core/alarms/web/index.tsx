import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { alarms } from '../app.ts';

const alarmsPage = () => import('./AlarmsPage.tsx');

export const alarmsWeb = bindPages(
  alarms,
  {
    'alarms/list': alarmsPage,
    'alarms/history': alarmsPage,
  },
  {
    ahead: () => import('./kept-alarms.ts'),
    widgets: () => import('./widgets/widgets.ts'),
  },
);
