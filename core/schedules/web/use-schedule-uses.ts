import { useCallback, useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { api, useText } from './api.ts';

/** The uses of schedules, and the slices whose texts name them. */
const declaredUses = () =>
  registeredApps().flatMap(({ id: slice, scheduleUses = [] }) => scheduleUses.map((use) => ({ slice, use })));

/** What uses a schedule, as text; empty while that is unknown, and "nothing" if nothing does. */
export function useScheduleUses(): (id: number) => string {
  const t = useText();
  const uses = useMemo(declaredUses, []);
  const labels = useLabelsOf(uses.map(({ slice }) => slice));
  const { number } = useFormats();
  const { data } = useData(api.schedule.uses, {}, { silent: true });
  const bySchedule = useMemo(() => data && Map.groupBy(data, ({ scheduleId }) => scheduleId), [data]);
  return useCallback(
    (id) => {
      if (!bySchedule) return '';
      const counts = new Map(bySchedule.get(id)?.map(({ by, count }) => [by, count]));
      const named = uses.flatMap(({ slice, use }) => {
        const count = counts.get(use) ?? 0;
        return count > 0 ? labels(slice).label(`scheduleUses.${use}`, { count, shown: number(count) }) : [];
      });
      return named.length > 0 ? named.join(' · ') : t('uses.nothing');
    },
    [bySchedule, uses, labels, t, number],
  );
}
