import { useFormats } from '#platform/web/i18n/formats.ts';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Ticket } from '../common/ticket.ts';
import { useText } from './api.ts';

const stateTones: Record<string, Tone> = { open: 'ok', waiting: 'poor', solved: 'good', closed: 'none' };
const priorityTones: Record<string, Tone> = { low: 'none', normal: 'none', high: 'poor', urgent: 'problem' };

export const StateChip = ({ value }: { value: Ticket['state'] }) => (
  <StatusChip namespace="support" field="state" value={value} tones={stateTones} />
);

export const PriorityChip = ({ value }: { value: Ticket['priority'] }) => (
  <StatusChip namespace="support" field="priority" value={value} tones={priorityTones} />
);

type Dues = Pick<Ticket, 'firstReplyAt' | 'firstReplyDue' | 'solveDue' | 'overdue'>;

/** When the present target of a ticket is due: the first reply, then the solution. */
export const dueTarget = ({ firstReplyAt, firstReplyDue, solveDue }: Dues): string | null =>
  firstReplyAt === null ? firstReplyDue : solveDue;

/** The time until the present target, or that it is missed. */
export function DueChip({ ticket }: { ticket: Dues }) {
  const t = useText();
  const { ago } = useFormats();
  const now = useNow();
  const due = dueTarget(ticket);
  if (due === null) return <span>–</span>;
  const overdue = ticket.overdue || Date.parse(due) < now;
  return overdue ? (
    <ToneChip tone="problem">{t('overdueSince', { ago: ago(due, now) })}</ToneChip>
  ) : (
    <bdi>{ago(due, now)}</bdi>
  );
}
