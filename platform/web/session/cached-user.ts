import { tokens } from '../client/connection.ts';
import { inLocal, type storedItem } from '../client/storage.ts';
import { claimsOf, type TokenSlot, type TokenStore } from '../client/tokens.ts';
import { type Me, selectedCustomer } from './session-store.ts';

/** The person and the selected customer; permissions depend on both. */
type CachedUser = { me: Me; customer: number | null };
export type CachedUsers = Partial<Record<TokenSlot, CachedUser>>;

/** The fields of a person that the shell needs. */
function shellFieldsOf({ user, session, customers, company, asOwner }: Me): Me {
  const { id, email, firstName, lastName, locale } = user;
  return {
    user: { id, email, firstName, lastName, locale, company: user.company },
    session,
    customers,
    company,
    asOwner,
  };
}

/**
 * Caches the person of each token slot, so that the shell renders at once on the next visit. The cache proves nothing:
 * the server is still asked and authorizes each call.
 */
export function createCachedUser(
  item: ReturnType<typeof storedItem<CachedUsers>>,
  { slot, pair }: Pick<TokenStore, 'slot' | 'pair'>,
  customer: () => number | null,
) {
  const all = (): CachedUsers => item.get() ?? {};
  return {
    /** The cached person, if it is the one of the token and the selected customer is the same. */
    read(): Me | null {
      const found = all()[slot()];
      const token = pair()?.accessToken;
      if (!found || !token || found.customer !== customer()) return null;
      return claimsOf(token).sub === String(found.me.user.id) ? found.me : null;
    },
    keep: (me: Me): void => item.set({ ...all(), [slot()]: { me: shellFieldsOf(me), customer: customer() } }),
    /** Removes the entries whose session has ended. */
    prune(): void {
      const { primary } = all();
      if (!pair()) item.remove();
      else if (slot() === 'primary') item.set(primary ? { primary } : {});
    },
    remove: (): void => item.remove(),
  };
}

export const cachedUser = createCachedUser(inLocal<CachedUsers>('user'), tokens, selectedCustomer);
