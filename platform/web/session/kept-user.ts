import { tokens } from '../client/connection.ts';
import { inLocal, type storedItem } from '../client/storage.ts';
import { claimsOf, type Tokens, type Which } from '../client/tokens.ts';
import { type Me, selectedCustomer } from './session-store.ts';

/** The person with the customer that was acted for: what may be done depends on both. */
type Kept = { me: Me; customer: number | null };
export type KeptUsers = Partial<Record<Which, Kept>>;

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
export function createKeptUser(
  item: ReturnType<typeof storedItem<KeptUsers>>,
  { which, pair }: Pick<Tokens, 'which' | 'pair'>,
  customer: () => number | null,
) {
  const all = (): KeptUsers => item.get() ?? {};
  return {
    /** The kept person, if it is the one of the token and acts for the same customer in this tab. */
    read(): Me | null {
      const found = all()[which()];
      const token = pair()?.accessToken;
      if (!found || !token || found.customer !== customer()) return null;
      return claimsOf(token).sub === String(found.me.user.id) ? found.me : null;
    },
    keep: (me: Me): void => item.set({ ...all(), [which()]: { me: framed(me), customer: customer() } }),
    /** Removes those whose session has ended. */
    prune(): void {
      const { primary } = all();
      if (!pair()) item.remove();
      else if (which() === 'primary') item.set(primary ? { primary } : {});
    },
    remove: (): void => item.remove(),
  };
}

export const keptUser = createKeptUser(inLocal<KeptUsers>('user'), tokens, selectedCustomer);
