import { useCallback, useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { scheduleUsers } from '../common/schedule.ts';
import { api, useText } from './api.ts';

/** What uses a schedule, as text; empty while that is unknown, and "nothing" if nothing does. */
export function useScheduleUses(): (id: number) => string {
  const t = useText();
  const { number } = useFormats();
  const { data } = useData(api.schedule.uses, {}, { silent: true });
  const bySchedule = useMemo(() => data && Map.groupBy(data, ({ scheduleId }) => scheduleId), [data]);
  return useCallback(
    (id) => {
      if (!bySchedule) return '';
      const counts = new Map(bySchedule.get(id)?.map(({ by, count }) => [by, count]));
      const named = scheduleUsers.flatMap((by) => {
        const count = counts.get(by) ?? 0;
        return count > 0 ? t(`uses.${by}`, { count, shown: number(count) }) : [];
      });
      return named.length > 0 ? named.join(' · ') : t('uses.nothing');
    },
    [bySchedule, t, number],
  );
}
