import { useMemo } from 'react';
import type { SensorMark } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { type Alarm, severities } from '../common/alarm.ts';
import { limitText } from '../common/limit-text.ts';
import { isShownAt } from '../common/shown-at.ts';
import { readableClasses } from './alarm-calls.ts';
import { useAlarmTexts } from './alarm-texts.ts';
import { api } from './api.ts';

const noAlarms: readonly Alarm[] = [];
const mostAlarms = 50;

const severer = (a: Alarm, b: Alarm) => (severities.indexOf(b.severity) > severities.indexOf(a.severity) ? b : a);

/** The open alarms of a device, updated live: their number, the worst, and for each sensor the worst active one with its limit. */
export function useDeviceState(app: AppManifest, deviceId: number) {
  const { title, limits } = useAlarmTexts(app);
  const { live } = api.alarm;
  const args = {
    list: { filter: { deviceId: String(deviceId) }, limit: mostAlarms, sort: { severity: 'desc' as const } },
  };
  const readable = readableClasses(app).length > 0;
  const { data } = useData(live, args, { silent: true, enabled: readable });
  useLive(
    readable ? ['alarms'] : [],
    (event) => {
      if (isShownAt(event.data, [deviceId])) refetchQueries(queryClient, live.key(args));
    },
    live.key(args),
  );
  const alarms = data?.data ?? noAlarms;
  const marks = useMemo(() => {
    const active = alarms.filter(({ condition, sensor }) => condition === 'active' && sensor !== null);
    return new Map(
      [...Map.groupBy(active, ({ sensor }) => sensor as string)].map(([sensor, all]): [string, SensorMark] => {
        const worst = all.reduce(severer);
        const text = worst.limit ? limitText(worst.limit, limits) : title(worst);
        return [sensor, { severity: worst.severity, text }];
      }),
    );
  }, [alarms, limits, title]);
  return {
    count: data?.totalRecords ?? 0,
    worst: alarms.length > 0 ? alarms.reduce(severer) : null,
    marks,
  };
}
