import type { Session } from '#platform/common/access.ts';
import type { ActingCompany, CompanyRef, CompanyType } from '#platform/common/company-kinds.ts';
import type { PermissionIndex } from '#platform/common/permission-mask.ts';
import { inSession } from '../client/storage.ts';
import { createStore } from '../client/store.ts';

/** The fields of `GET /session` that the kit reads. */
export type Me = {
  user: {
    id: number;
    email: string;
    firstName: string;
    lastName: string;
    locale: 'en' | 'ar';
    company: { id: number; name: string; type: CompanyType; timeZone: string } | null;
  };
  session: Session;
  customers: readonly CompanyRef[];
  company: ActingCompany | null;
  /** Whether another person impersonates this one. */
  asOwner: boolean;
};

/** Whether the person may select a customer to act for. */
export const actsForOthers = ({ customers, session }: Me): boolean =>
  customers.length > 0 || session.user.adminType === 'Super Admin';

export type SessionState = { me: Me | null; index: PermissionIndex };

export const sessionStore = createStore<SessionState>({ me: null, index: {} });

/** The selected customer of providers and administrators; stored until the tab closes. */
const storedCustomer = inSession<number>('customer');
let customer: number | null | undefined;

export function selectedCustomer(): number | null {
  if (customer === undefined) customer = storedCustomer.get() ?? null;
  return customer;
}

export function storeCustomer(id: number | null): void {
  customer = id;
  if (id === null) storedCustomer.remove();
  else storedCustomer.set(id);
}
