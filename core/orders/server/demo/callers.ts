import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import type { AdminType } from '#platform/common/company-kinds.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { inSystem, inTenant, type Scope } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Actor, Handler } from '#platform/server/serve.ts';

type Companies = Awaited<ReturnType<typeof demoCompanies>>;
type Member = { userId: number; companyId: number | null; adminType: AdminType | null; locale: 'en' | 'ar' };
type Given = { params?: object; body?: unknown };
/** Calls a handler of the product as one person, within a transaction of that person; the body is validated as a request's. */
export type Caller = <Route extends AnyRoute, T>(
  route: Route,
  handler: (context: never) => Promise<T>,
  given?: Given,
) => Promise<T>;

function actorOf({ userId, companyId, adminType, locale }: Member): Actor {
  const scope: Scope = { companies: companyId === null ? 'all' : [companyId], userId, actingFor: companyId };
  const person = { id: userId, companyId, companyType: null, adminType, isAdmin: true, role: 'Admin' as const };
  const user = { ...person, fleetRole: null, appRoles: {}, providerTypes: [] };
  const session = { user, apps: [], mask: '', abilities: {}, actingFor: companyId };
  return { session, scope, sessionId: '', locale, email: '' };
}

function callerOf(kit: Kit, member: Member): Caller {
  const actor = actorOf(member);
  return async (route, handler, { params = {}, body } = {}) => {
    const later: (() => void)[] = [];
    const afterCommit = (work: () => void) => void later.push(work);
    const { locale } = actor;
    const context = { params, body: route.body?.parse(body), query: {}, kit, actor, caller: null, locale, afterCommit };
    const run = handler as unknown as Handler;
    const result = route.ownTransactions
      ? await run(context as never)
      : await inTenant(kit.people.db, actor.scope, (tx) => run({ ...context, tx } as never));
    for (const work of later) work();
    return result as Awaited<ReturnType<typeof handler>>;
  };
}

/** The companies of the demo that buy, with who buys for each. */
const buyers = {
  qasr: { person: 'other', locale: 'en' },
  sahel: { person: 'newcomer', locale: 'en' },
  gulfcare: { person: 'fmc', locale: 'en' },
  wadi: { person: 'wadi', locale: 'ar' },
} as const;
export type BuyerName = keyof typeof buyers;
export type Buyer = { companyId: number; call: Caller };

/** The people of the demo who order, sell and confirm payments. */
export async function demoCallers(kit: Kit) {
  const { companies, users } = await inSystem(kit.db, async (tx) => ({
    companies: (await demoCompanies(tx)) as Companies,
    users: await demoUsers(tx),
  }));
  const staff = (name: string, adminType: AdminType) =>
    callerOf(kit, { userId: users[name] as number, companyId: null, adminType, locale: 'en' });
  const buyer = (name: BuyerName): Buyer => {
    const { person, locale } = buyers[name];
    const companyId = companies[name];
    return { companyId, call: callerOf(kit, { userId: users[person] as number, companyId, adminType: null, locale }) };
  };
  return {
    seller: staff('super', 'Super Admin'),
    finance: staff('finance', 'Financial Admin'),
    buyers: { qasr: buyer('qasr'), sahel: buyer('sahel'), gulfcare: buyer('gulfcare'), wadi: buyer('wadi') },
  };
}
