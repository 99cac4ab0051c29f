import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { RequestState } from '../common/device-request.ts';

const tones: Record<RequestState, Tone> = {
  pending: 'poor',
  accepted: 'ok',
  'in-progress': 'ok',
  fulfilled: 'good',
  rejected: 'problem',
  cancelled: 'none',
};

export const RequestStateChip = ({ value }: { value: RequestState }) => (
  <StatusChip namespace="device-requests" field="state" value={value} tones={tones} />
);

/** An instant within a calendar date, to be shown as that date. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;
