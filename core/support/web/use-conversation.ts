import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { messagesAtOnce, type TicketMessage } from '../common/ticket.ts';
import { api } from './api.ts';

/** Earlier messages and the newest page. Earlier ones are dropped if more messages than a page have come in between. */
export function joined(earlier: readonly TicketMessage[], page: readonly TicketMessage[]): readonly TicketMessage[] {
  const [first] = page;
  if (!first) return page;
  const meets = earlier.some(({ n }) => n === first.n) || page.some(({ n }) => n === earlier.at(-1)?.n);
  return meets ? [...earlier.filter(({ n }) => n < first.n), ...page] : page;
}

/** The messages of a ticket, the newest page live. */
export function useConversation(id: number) {
  const client = useQueryClient();
  const newest = useData(api.message.list, { params: { id } }, { silent: true, staleTime: 0 });
  const [earlier, setEarlier] = useState<{ messages: readonly TicketMessage[]; complete: boolean }>(none);
  const [loading, setLoading] = useState(false);
  const firstUnread = useRef<number>(undefined);
  const page = newest.data;
  const messages = page ? joined(earlier.messages, page) : [];
  const complete = messages.length > (page?.length ?? 0) ? earlier.complete : (page?.length ?? 0) < messagesAtOnce;
  useLiveConversation(id);
  if (page && firstUnread.current === undefined) firstUnread.current = page.find(({ unread }) => unread)?.n ?? 0;
  useEffect(() => {
    // Reading has changed the unread counts of the lists.
    if (page?.some(({ unread }) => unread)) refetchQueries(client, [...api.ticket.list.keyPrefix, 'list']);
  }, [client, page]);

  async function loadEarlier(): Promise<void> {
    const [first] = messages;
    if (!first || loading) return;
    setLoading(true);
    try {
      const found = await api.message.list.send({ params: { id }, query: { before: first.n } });
      setEarlier({ messages: [...found, ...messages], complete: found.length < messagesAtOnce });
    } catch (error) {
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    } finally {
      setLoading(false);
    }
  }
  return { newest, messages, complete, loading, loadEarlier, firstUnread: firstUnread.current };
}

const none = { messages: [], complete: false };

/**
 * Reloads the conversation after changes; while the page is hidden it waits, because loading marks messages as read.
 */
function useLiveConversation(id: number): void {
  const client = useQueryClient();
  const missed = useRef(false);
  const key = api.message.list.key({ params: { id } });
  const refetch = useCallback(() => {
    refetchQueries(client, api.message.list.key({ params: { id } }));
    refetchQueries(client, api.ticket.get.key({ params: { id } }));
  }, [client, id]);
  useLive(
    [`ticket:${id}`],
    ({ type, own }) => {
      if (type !== 'changed' || own) return;
      if (document.hidden) missed.current = true;
      else refetch();
    },
    key,
  );
  useEffect(() => {
    const seen = () => {
      if (document.hidden || !missed.current) return;
      missed.current = false;
      refetch();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [refetch]);
}
