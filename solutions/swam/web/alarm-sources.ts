import { useMemo } from 'react';
import type { AlarmClass } from '#core/alarms/common/alarm.ts';
import type { AlarmSource } from '#core/alarms/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { swam } from '../app.ts';
import { deviceAddress } from './addresses.ts';
import { api } from './api.ts';

const app = swam as AppManifest;
const listed = 100;

/** This app's alarms of both classes, with the structures to filter them by. */
export function useAlarmSources(): Record<AlarmClass, AlarmSource> {
  const found = useData(
    api.analysis.devicesInfo,
    { list: { limit: listed, total: true } },
    { staleTime: 300_000, silent: true },
  );
  const structures = found.data?.data;
  return useMemo(() => {
    const shared = { app, deviceAddress, ...(structures ? { structures } : {}) };
    return {
      operational: { ...shared, class: 'operational', calls: api.operationalAlarm },
      status: { ...shared, class: 'status', calls: api.statusAlarm },
    };
  }, [structures]);
}
