import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { accessCalls } from '../use-access.ts';

/** The analyses of the app's locks, and the request of the board's period. */
export function useLockAnalysis(app: AppManifest) {
  const { period } = useBoardPeriod();
  return {
    calls: accessCalls.of(app).lockAnalysis,
    request: { query: period },
    period,
  };
}
