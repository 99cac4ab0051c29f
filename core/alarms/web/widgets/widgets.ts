import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { OpenAlarmsWidget } from './OpenAlarmsWidget.tsx';
import { RecentEventsWidget } from './RecentEventsWidget.tsx';

// The widgets of app boards are not offered on the overview, which is the first page.
const alarmsCount = () => import('./AlarmsCountWidget.tsx');

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'open-alarms': { Content: OpenAlarmsWidget },
  'recent-events': { Content: RecentEventsWidget },
  'alarms-count': {
    Content: lazyPart(async () => (await alarmsCount()).AlarmsCountWidget),
    Options: lazyPart(async () => (await alarmsCount()).AlarmsCountOptions),
  },
};
