import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Period } from '#platform/common/time/time.ts';
import type { Mark } from '#platform/web/ui/chart/TimeChart.tsx';
import type { Alarm } from '../common/alarm.ts';
import { readableClasses } from './alarm-calls.ts';
import { useAlarmTexts } from './alarm-texts.ts';
import { api } from './api.ts';

const rowsOf = (results: readonly { data?: { data: Alarm[] } | undefined }[]) =>
  results.flatMap(({ data }) => data?.data ?? []);

/** More marks of a class would hide the line; the newest are drawn. */
const maxMarks = 100;

/** The alarms of a device that began in a period, as marks of its charts. `open` shows one in the tab of alarms. */
export function useAlarmMarks(app: AppManifest, deviceId: number, period: Period) {
  const { title } = useAlarmTexts(app);
  const [, setParams] = useSearchParams();
  const calls = readableClasses(app).length > 0 ? [api.alarm.live, api.alarm.history] : [];
  const list = {
    filter: { deviceId: String(deviceId), firstAt: period },
    limit: maxMarks,
    sort: { firstAt: 'desc' as const },
    total: false,
  };
  const alarms = useQueries({
    queries: calls.map((call) => ({
      queryKey: call.key({ list }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call.send({ list, signal, silent: true }),
      placeholderData: keepPreviousData,
    })),
    combine: rowsOf,
  });
  const marks = useMemo(
    () =>
      alarms.map((alarm): Mark => ({ id: alarm.id, at: alarm.firstAt, severity: alarm.severity, label: title(alarm) })),
    [alarms, title],
  );
  const open = useCallback(
    (mark: Mark) => {
      const alarm = alarms.find(({ id }) => id === mark.id);
      if (alarm) setParams(alarmTab(alarm));
    },
    [alarms, setParams],
  );
  return { marks, open };
}

const alarmTab = (alarm: Alarm) => ({
  tab: 'alarms',
  ...(alarm.closedAt ? { closed: '1' } : {}),
  alarm: String(alarm.id),
});
