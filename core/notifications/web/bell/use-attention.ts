import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { deskAddress } from '#core/alarms/common/alarm-desk.ts';
import { acknowledgeOf, type BellList, bellCalls } from '#core/alarms/web/parts.tsx';
import { usePreference } from '#platform/web/client/preferences.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { showCount } from '#platform/web/shell/layout/title.ts';
import { gathered } from './gathered.ts';
import { mayNotify, noticeAbout, showNotice } from './notices.ts';
import { inOneTab, pause } from './one-tab.ts';
import { ring } from './sound.ts';

/** The shortest time between two notices. */
const noticeMs = 60_000;
const listedAlarms = 50;

export type Attention = { sound: boolean; notices: boolean };

/** How a person wants to be notified of new alarms in the browser. Sound is on for people who handle alarms. */
export function useAttentionChoice(lists: readonly BellList[]) {
  const { value, set, loading } = usePreference<Partial<Attention>>('core_alarms_attention');
  const handles = lists.some((list) => {
    const call = acknowledgeOf(list);
    return call !== undefined && currentDenial(call.route.access) === null;
  });
  const choice: Attention = { sound: value?.sound ?? handles, notices: value?.notices ?? false };
  return { choice, loading, choose: (change: Partial<Attention>) => set({ ...value, ...change }) };
}

/** Shows the count in the title. Returns a function that rings and notifies of new alarms, as the person has chosen. */
export function useAttention(lists: readonly BellList[], count: number): (raised: readonly number[]) => void {
  const navigate = useNavigate();
  const { choice, loading } = useAttentionChoice(lists);
  useEffect(() => {
    showCount(count);
    return () => showCount(0);
  }, [count]);
  const notify = useMemo(
    () =>
      gathered<number>(
        async (ids) => {
          const { data } = await bellCalls.list.send({ list: { limit: listedAlarms, total: false }, silent: true });
          const alarms = data.filter(({ id }) => ids.includes(id));
          const notice = await noticeAbout(alarms, ({ id }) => deskAddress(id), deskAddress());
          if (notice) showNotice(notice, (to) => void navigate(to));
        },
        () => pause(noticeMs),
        (run) => inOneTab('alarm-notices', run),
      ),
    [navigate],
  );
  return (raised) => {
    if (raised.length === 0 || loading) return;
    if (choice.sound) ring().catch(reportError);
    if (choice.notices && mayNotify() && !document.hasFocus()) notify(raised).catch(reportError);
  };
}
