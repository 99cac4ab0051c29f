import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import type { lockAnalysisRoutes } from '../../common/lock-analysis.ts';

type Calls = Client<{ lockAnalysis: ReturnType<typeof lockAnalysisRoutes> }>['lockAnalysis'];

/** The analyses of the app's locks, and the request of the board's period. */
export function useLockAnalysis(app: AppManifest) {
  const { period } = useBoardPeriod();
  return {
    calls: (clientOf(app) as unknown as { lockAnalysis: Calls }).lockAnalysis,
    request: { query: period },
    period,
  };
}
