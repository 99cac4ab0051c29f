import { inSession } from '../../client/storage.ts';
import type { Me } from '../../session/session-store.ts';
import type { SearchResult } from './search.ts';

export type Recent = SearchResult & { icon: string };

const stored = inSession<{ owner: string; list: Recent[] }>('recent');
const maxEntries = 8;
/** The entries belong to one person and acting company. */
const ownerOf = ({ session }: Me) => `${session.user.id}/${session.actingFor}`;

/** The entries that the person chose last, newest first. They are removed with the tab and at sign-out. */
export function recentOf(me: Me): Recent[] {
  const found = stored.get();
  return found?.owner === ownerOf(me) ? found.list : [];
}

export function addRecent(me: Me, one: Recent): void {
  const others = recentOf(me).filter(({ to }) => to !== one.to);
  stored.set({ owner: ownerOf(me), list: [one, ...others].slice(0, maxEntries) });
}
