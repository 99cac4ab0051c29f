import { useQueryClient } from '@tanstack/react-query';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { maxUnread, noticeTopic } from '../common/notice.ts';
import { api, useText } from './api.ts';

/** The number of unread notices, up to the limit of the bell, as a number and as text. Followed live. */
export function useUnreadNotices(): { count: number; shown: string; label: string } {
  const t = useText();
  const client = useQueryClient();
  const { count = 0 } = useData(api.notice.unread, {}, { silent: true }).data ?? {};
  useLive([noticeTopic], () => {
    for (const { keyPrefix } of [api.notice.unread, api.notice.list]) refetchQueries(client, keyPrefix);
  });
  const shown = count < maxUnread ? String(count) : `${maxUnread - 1}+`;
  return { count, shown, label: t('unread', { count, shown }) };
}
