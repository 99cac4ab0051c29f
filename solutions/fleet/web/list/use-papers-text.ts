import { dayIn } from '#platform/common/time/date-range.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useText } from '../texts.ts';

/** The days for which papers are still valid, today included, and how to say it; null and no text if they have no end. */
export function usePapersText(until: string | null): { daysLeft: number | null; text: string } {
  const textOf = usePapersTexts();
  return textOf(until);
}

export function usePapersTexts() {
  const t = useText();
  const { zone, number } = useFormats();
  const today = Date.parse(dayIn(zone, new Date()));
  return (until: string | null) => {
    if (until === null) return { daysLeft: null, text: '' };
    const daysLeft = Math.round((Date.parse(until) - today) / dayMs);
    const count = Math.abs(daysLeft);
    const shown = number(count);
    return { daysLeft, text: daysLeft < 0 ? t('expiredSince', { count, shown }) : t('daysLeft', { count, shown }) };
  };
}
