import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { alarms } from '../app.ts';

const alarmsPage = () => import('./AlarmsPage.tsx');

export const alarmsWeb = bindPages(
  alarms,
  {
    'alarms/list': alarmsPage,
    'alarms/history': alarmsPage,
    'rules/list': () => import('./rules/RulesPage.tsx'),
    'app-groups/list': () => import('./groups/GroupsPage.tsx'),
  },
  {
    ahead: () => import('./kept-alarms.ts'),
    header: () => import('./bell/Bell.tsx'),
    widgets: () => import('./widgets/widgets.ts'),
  },
);
