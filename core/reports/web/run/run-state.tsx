import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Report } from '../../common/report.ts';
import type { ReportRun } from '../../common/run.ts';
import type { RunState } from '../../common/run-states.ts';

const tones: Record<RunState, Tone> = {
  queued: 'ok',
  rendering: 'ok',
  held: 'poor',
  ready: 'good',
  sent: 'good',
  missed: 'poor',
  failed: 'problem',
  cancelled: 'none',
  expired: 'none',
};

export const RunStateChip = ({ value }: { value: RunState }) => (
  <StatusChip namespace="reports" field="runState" value={value} tones={tones} />
);

/** Whether something is still to come of a run. */
export const isUnderWay = ({ state }: Pick<ReportRun, 'state'>): boolean => state === 'queued' || state === 'rendering';

/** Whether a run has data to show: they are deleted with its files. */
export const hasDocument = ({ state }: Pick<ReportRun, 'state'>): boolean =>
  ['rendering', 'held', 'ready', 'sent'].includes(state);

/** Whether all files of a run are there, so that it can be sent. */
export const isMade = ({ state }: Pick<ReportRun, 'state'>): boolean => ['held', 'ready', 'sent'].includes(state);

/** Whether a run ended without what it was to find. */
export const hasEnded = (state: RunState): state is 'failed' | 'missed' | 'cancelled' | 'expired' =>
  state === 'failed' || state === 'missed' || state === 'cancelled' || state === 'expired';

/** Why a run was sent to nobody; null if it was sent, or if its state says why. */
export function nobodyReason(
  { cause, state, deliveries, rowCount }: ReportRun,
  report: Pick<Report, 'skipIfEmpty'> | undefined,
): 'hand' | 'held' | 'empty' | 'none' | null {
  if (deliveries.length > 0 || isUnderWay({ state }) || hasEnded(state)) return null;
  if (cause === 'hand') return 'hand';
  if (state === 'held') return 'held';
  return report?.skipIfEmpty && rowCount === 0 ? 'empty' : 'none';
}
