import { staffActingFor, withinContract } from '#core/accounts/server/api.ts';
import { can, solutionsOf } from '#platform/common/access.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import { grants } from './grants.ts';
import { loadPermissionIndex, type Registry } from './permission-index.ts';

/** A person whom the system acts for, with what the guard would let the person do. */
export type ActingPerson = Pick<Context, 'may' | 'locale'> & { actor: Actor };

const registries = new WeakMap<Kit, Promise<Registry>>();

/** The registry changes only when the server starts. */
function registryOf(kit: Kit): Promise<Registry> {
  const loading = registries.get(kit) ?? loadPermissionIndex(kit);
  registries.set(kit, loading);
  // One that could not be read is read again.
  loading.catch(() => registries.delete(kit));
  return loading;
}

/**
 * A member of staff as the caller of work without a session: a report by schedule. The rights are those of this moment,
 * for this company alone. Null if the person may not sign in, or may not work for the company.
 */
export async function actingPerson(kit: Kit, of: { userId: number; companyId: number }): Promise<ActingPerson | null> {
  const person = await staffActingFor(kit, of);
  if (!person) return null;
  const { companyId, apps, email, locale, contract } = person;
  const registry = await registryOf(kit);
  const granted = await grants(kit.signIn.db, registry, person.user);
  const limited =
    person.user.companyId === companyId
      ? { ...granted, user: person.user }
      : withinContract(person.user, granted, contract);
  const { resources } = contract;
  const session = { ...limited, apps, actingFor: companyId, ...(resources && { structures: resources }) };
  const actor: Actor = {
    session,
    scope: { companies: [companyId], userId: of.userId, actingFor: companyId },
    sessionId: '',
    locale,
    email,
  };
  const solutions = solutionsOf(kit.apps);
  return { actor, locale, may: (access, on) => can(session, access, { index: registry, solutions, ...on }) };
}
