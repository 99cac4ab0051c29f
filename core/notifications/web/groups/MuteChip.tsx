import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { isMuted, mutedForever } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';

/** Whether a group is muted, and until when. */
export function MuteChip({ until }: { until: string | null }) {
  const t = useText();
  const { date } = useFormats();
  if (!isMuted(until)) return <ToneChip tone="good">{t('mute.notified')}</ToneChip>;
  return (
    <ToneChip tone="poor">
      {until === mutedForever ? t('mute.forever') : t('mute.until', { time: date(until) })}
    </ToneChip>
  );
}
