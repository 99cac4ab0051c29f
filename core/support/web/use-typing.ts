import { useEffect, useRef, useState } from 'react';
import { useLive } from '#platform/web/client/live/live.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { MessageKind, TicketSide } from '../common/ticket.ts';
import { api } from './api.ts';

const throttleMs = 3000;
/** A person who has not typed for this long has stopped. */
const lastsMs = 5000;

type Typist = { userId: number; name: string; side: TicketSide };

/** The other people who are writing in a ticket now, and the function that announces the caller to them. */
export function useTyping(id: number): { typists: readonly Typist[]; announce(kind: MessageKind): void } {
  const { user } = useMe();
  const [typists, setTypists] = useState<readonly Typist[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const announcedAt = useRef(0);
  const remove = (userId: number) => setTypists((all) => all.filter((one) => one.userId !== userId));
  useLive([`ticket:${id}`], ({ type, data }) => {
    // The person who was writing has sent the message.
    if (type === 'changed') setTypists([]);
    const typist = data as Typist;
    if (type !== 'typing' || typist.userId === user.id) return;
    setTypists((all) => [...all.filter((one) => one.userId !== typist.userId), typist]);
    clearTimeout(timers.current.get(typist.userId));
    timers.current.set(
      typist.userId,
      setTimeout(() => remove(typist.userId), lastsMs),
    );
  });
  useEffect(() => {
    const all = timers.current;
    return () => {
      for (const timer of all.values()) clearTimeout(timer);
    };
  }, []);
  return {
    typists,
    announce(kind) {
      if (Date.now() - announcedAt.current < throttleMs) return;
      announcedAt.current = Date.now();
      // A lost announcement does no harm.
      api.ticket.typing.send({ params: { id }, body: { kind }, silent: true }).catch(() => undefined);
    },
  };
}
