import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import {
  FailedUnlocks,
  UnlockCount,
  UnlockTiming,
  UnlockTimingOptions,
  UsagePerUser,
  VisitorsCount,
} from './LockWidgets.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'usage-per-user': { Content: UsagePerUser },
  'unlock-count': { Content: UnlockCount },
  'unlock-timing': { Content: UnlockTiming, Options: UnlockTimingOptions },
  'visitors-count': { Content: VisitorsCount },
  'failed-unlocks': { Content: FailedUnlocks },
};
