import { isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { formatDate } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';

/** Whether the schedule is open now, and until when in its own time zone. */
export function ScheduleState({ of }: { of: WeekSchedule }) {
  const t = useText();
  const now = Date.now();
  const change = nextChange(of, now);
  return (
    <>
      <ToneChip tone={isOpen(of, now) ? 'good' : 'none'}>{t(isOpen(of, now) ? 'open' : 'closed')}</ToneChip>{' '}
      {change !== null && <bdi>{t('until', { at: formatDate(change, 'dateTime', of.timeZone) })}</bdi>}
    </>
  );
}
