import { tokens } from '../client/connection.ts';
import { inLocal, type storedItem } from '../client/storage.ts';
import { claimsOf, type TokenSlot, type Tokens } from '../client/tokens.ts';
import { type Me, selectedCustomer } from './session-store.ts';

/** The person with the customer that was acted for: what may be done depends on both. */
type Kept = { me: Me; customer: number | null };
export type CachedUsers = Partial<Record<TokenSlot, Kept>>;

/** What the frame shows of a person; the server tells more. */
function framed({ user, session, customers, company, asOwner }: Me): Me {
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
 * Who was signed in when the server last told, for each of the two sessions, so that the frame stands at once at the next
 * visit. It is no proof of anything: the server is asked all the same, and judges each call.
 */
export function createCachedUser(
  item: ReturnType<typeof storedItem<CachedUsers>>,
  { slot, pair }: Pick<Tokens, 'slot' | 'pair'>,
  customer: () => number | null,
) {
  const all = (): CachedUsers => item.get() ?? {};
  return {
    /** The kept person, if it is the one of the token and acts for the same customer in this tab. */
    read(): Me | null {
      const found = all()[slot()];
      const token = pair()?.accessToken;
      if (!found || !token || found.customer !== customer()) return null;
      return claimsOf(token).sub === String(found.me.user.id) ? found.me : null;
    },
    keep: (me: Me): void => item.set({ ...all(), [slot()]: { me: framed(me), customer: customer() } }),
    /** Removes those whose session has ended. */
    prune(): void {
      const { primary } = all();
      if (!pair()) item.remove();
      else if (slot() === 'primary') item.set(primary ? { primary } : {});
    },
    remove: (): void => item.remove(),
  };
}

export const cachedUser = createCachedUser(inLocal<CachedUsers>('user'), tokens, selectedCustomer);
