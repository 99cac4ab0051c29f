import type { AdminType } from '../../common/company-kinds.ts';
import type { AnyRoute } from '../../common/route.ts';
import type { Kit } from '../kit.ts';
import { commitQueue } from '../postgres/commit-queue.ts';
import { inTenant, type Scope } from '../postgres/database.ts';
import type { Actor, Handler } from '../serve.ts';

/** A person of the demo; of the platform without a company. */
type Member = { userId: number; companyId: number | null; adminType: AdminType | null; locale: 'en' | 'ar' };
type Given = { params?: object; body?: unknown };
/** Calls a handler of the product as one person, within a transaction of that person; the body is validated as a request's. */
export type DemoCaller = <Route extends AnyRoute, T>(
  route: Route,
  handler: (context: never) => Promise<T>,
  given?: Given,
) => Promise<T>;

function actorOf({ userId, companyId, adminType, locale }: Member): Actor {
  const scope: Scope = { companies: companyId === null ? 'all' : [companyId], userId, actingFor: companyId };
  const person = { id: userId, companyId, companyType: null, adminType, isAdmin: true, role: 'Admin' as const };
  const user = { ...person, kind: 'staff' as const, fleetRole: null, appRoles: {}, providerTypes: [] };
  const session = { user, apps: [], mask: '', abilities: {}, actingFor: companyId };
  return { session, scope, sessionId: '', locale, email: '' };
}

/** A caller who acts as a person. Only demo data is made by one: nobody signs in and no guard asks. */
export function demoCallerOf(kit: Kit, member: Member): DemoCaller {
  const actor = actorOf(member);
  return async (route, handler, { params = {}, body } = {}) => {
    const { afterCommit, run: runQueue } = commitQueue(kit);
    const { locale } = actor;
    const asked = { params, body: route.body?.parse(body), query: {}, request: { headers: {} }, may: () => true };
    const context = { ...asked, kit, actor, caller: null, locale, afterCommit };
    const run = handler as unknown as Handler;
    const result = route.ownTransactions
      ? await run(context as never)
      : await inTenant(kit.people.db, actor.scope, (tx) => run({ ...context, tx } as never));
    runQueue();
    return result as Awaited<ReturnType<typeof handler>>;
  };
}
