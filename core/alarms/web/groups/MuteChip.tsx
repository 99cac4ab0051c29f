import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { forGood, isMuted } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';

/** Whether a group is told anything now, and if not, until when. */
export function MuteChip({ until }: { until: string | null }) {
  const t = useText();
  const { date } = useFormats();
  if (!isMuted(until)) return <ToneChip tone="good">{t('mute.told')}</ToneChip>;
  return (
    <ToneChip tone="poor">{until === forGood ? t('mute.forGood') : t('mute.until', { time: date(until) })}</ToneChip>
  );
}
