import { useEffect, useRef, useState } from 'react';
import type { BellList } from '#core/alarms/web/parts.tsx';
import { bellCalls } from '#core/alarms/web/parts.tsx';
import { type LiveEvent, useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { queryClient } from '#platform/web/client/query-client.ts';

/** Alarms come in bursts: their events are handled once in this time. */
const batchMs = 1000;
/** How long an announcement for screen readers is shown, so that an equal one later is announced again. */
const announcementMs = 5000;

type AlarmEventData = { id?: number; app?: string; class?: string; severity?: string };

/** Updates the bell by live events. Returns for a short time the number of new alarms with the highest severity. */
export function useNewAlarmCount(lists: readonly BellList[], onRaised: (ids: readonly number[]) => void): number {
  const [announced, setAnnounced] = useState(0);
  const newAlarms = useRef(0);
  const raised = useRef<number[]>([]);
  const timers = useRef<{ batch?: ReturnType<typeof setTimeout>; reset?: ReturnType<typeof setTimeout> }>({});
  const read = () => {
    delete timers.current.batch;
    onRaised(raised.current.splice(0));
    refetchQueries(queryClient, bellCalls.count.keyPrefix);
    if (newAlarms.current === 0) return;
    setAnnounced(newAlarms.current);
    newAlarms.current = 0;
    clearTimeout(timers.current.reset);
    timers.current.reset = setTimeout(() => setAnnounced(0), announcementMs);
  };
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useLive(
    ['alarms'],
    ({ type, data, own }: LiveEvent) => {
      const { id, app, class: of, severity } = data as AlarmEventData;
      if (own || !lists.some((list) => list.app.id === app && list.class === of)) return;
      if (type === 'raised' && severity === 'problem') newAlarms.current += 1;
      if (type === 'raised' && id !== undefined && (severity === 'problem' || severity === 'poor'))
        raised.current.push(id);
      timers.current.batch ??= setTimeout(() => latest.current(), batchMs);
    },
    bellCalls.count.keyPrefix,
  );
  useEffect(
    () => () => {
      clearTimeout(timers.current.batch);
      clearTimeout(timers.current.reset);
    },
    [],
  );
  return announced;
}
