import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { AlarmsCountOptions, AlarmsCountWidget } from './AlarmsCountWidget.tsx';
import { OpenAlarmsWidget } from './OpenAlarmsWidget.tsx';
import { RecentEventsWidget } from './RecentEventsWidget.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'open-alarms': { Content: OpenAlarmsWidget },
  'recent-events': { Content: RecentEventsWidget },
  'alarms-count': { Content: AlarmsCountWidget, Options: AlarmsCountOptions },
};
