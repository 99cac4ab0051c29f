import { useEffect, useRef, useState } from 'react';
import { type LiveEvent, useLive } from '#platform/web/client/live.ts';
import { refetchQueries } from '#platform/web/client/live-queries.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { api } from '../api.ts';
import type { BellList } from './bell-lists.ts';

/** Alarms come in bursts: what they change is read, and told, once in so many milliseconds. */
const gatherMs = 1000;
/** So long a sentence stands for screen readers; the same one later is then said again. */
const saidMs = 5000;

type Told = { app?: string; class?: string; severity?: string };

/** Keeps the bell true by live events. Answers how many alarms of the highest severity are new, for a moment. */
export function useNews(lists: readonly BellList[]): number {
  const [said, setSaid] = useState(0);
  const news = useRef(0);
  const timers = useRef<{ gather?: ReturnType<typeof setTimeout>; forget?: ReturnType<typeof setTimeout> }>({});
  const read = () => {
    delete timers.current.gather;
    refetchQueries(queryClient, api.bell.count.keyPrefix);
    if (news.current === 0) return;
    setSaid(news.current);
    news.current = 0;
    clearTimeout(timers.current.forget);
    timers.current.forget = setTimeout(() => setSaid(0), saidMs);
  };
  useLive(
    ['alarms'],
    ({ type, data, own }: LiveEvent) => {
      const { app, class: of, severity } = data as Told;
      if (own || !lists.some((one) => one.app.id === app && one.class === of)) return;
      if (type === 'raised' && severity === 'problem') news.current += 1;
      timers.current.gather ??= setTimeout(read, gatherMs);
    },
    api.bell.count.keyPrefix,
  );
  useEffect(
    () => () => {
      clearTimeout(timers.current.gather);
      clearTimeout(timers.current.forget);
    },
    [],
  );
  return said;
}
