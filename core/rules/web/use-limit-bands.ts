import { useCallback, useMemo } from 'react';
import { limitBands } from '#core/alarms/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import type { SeverityBand } from '#platform/web/ui/chart/TimeChart.tsx';
import type { ruleRoutes } from '../common/rule.ts';

type RuleCalls = Client<{ rule: ReturnType<typeof ruleRoutes> }>['rule'];

const none: readonly SeverityBand[] = [];

/** Returns the limits of a device's sensors as bands of their charts; none for people who may not read them. */
export function useLimitBands(
  calls: Pick<RuleCalls, 'limits'>,
  deviceId: number,
): (sensor: string) => readonly SeverityBand[] {
  const { number } = useFormats();
  const may = usePermitted(calls.limits.route.access);
  const { data } = useData(calls.limits, { params: { id: deviceId } }, { enabled: may, silent: true });
  const bands = useMemo(
    () =>
      new Map(
        [...Map.groupBy(data ?? [], ({ sensor }) => sensor)].map(([sensor, limits]) => [
          sensor,
          limitBands(limits, (value) => number(value)),
        ]),
      ),
    [data, number],
  );
  return useCallback((sensor) => bands.get(sensor) ?? none, [bands]);
}
