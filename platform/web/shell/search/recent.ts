import { inSession } from '../../client/storage.ts';
import type { Me } from '../../session/session-store.ts';
import type { SearchResult } from './search.ts';

export type Recent = SearchResult & { icon: string };

const kept = inSession<{ whose: string; list: Recent[] }>('recent');
const maxCached = 8;
/** The entries belong to one person and acting company. */
const whoseOf = ({ session }: Me) => `${session.user.id}/${session.actingFor}`;

/** The entries that the person chose last, newest first. They are removed with the tab and at sign-out. */
export function recentOf(me: Me): Recent[] {
  const found = kept.get();
  return found?.whose === whoseOf(me) ? found.list : [];
}

export function addRecent(me: Me, one: Recent): void {
  const others = recentOf(me).filter(({ to }) => to !== one.to);
  kept.set({ whose: whoseOf(me), list: [one, ...others].slice(0, maxCached) });
}
