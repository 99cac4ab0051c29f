import { useLabels } from '#platform/web/i18n/texts.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import { crossedWord, durationText, type LimitTexts, leftToRight } from '../../common/limit-text.ts';

/**
 * Returns a function that describes the crossed limit in words: "above 1,000 ppm for 15 minutes"; null without such a
 * limit.
 */
export function useCrossedText(limits: LimitTexts) {
  const { label } = useLabels('alarms');
  return ({ limit, trigger }: Pick<AlarmDetail, 'limit' | 'trigger'>): string | null => {
    const word = limit && crossedWord(limit);
    if (!limit || !word || limit.sensor === null || Array.isArray(limit.value)) return null;
    const crossed = label(`crossed.${word}`, {
      limit: leftToRight(limits.value(limit.sensor, limit.value), limits.locale),
    });
    if (trigger?.type === 'duration')
      return label('crossed.during', { crossed, duration: durationText(trigger.seconds, limits.locale) });
    if (trigger?.type === 'repeating')
      return label('crossed.repeatedly', {
        crossed,
        times: trigger.times,
        duration: durationText(trigger.withinSeconds, limits.locale),
      });
    return crossed;
  };
}
