import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { HitHours, HitsOverTime, TrapFigures, TrapRanking, TrapSites } from './TrapWidgets.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'trap-figures': { Content: TrapFigures },
  'trap-hits': { Content: HitsOverTime },
  'trap-hours': { Content: HitHours },
  'trap-sites': { Content: TrapSites },
  'trap-ranking': { Content: TrapRanking },
};
