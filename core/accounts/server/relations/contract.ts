import type { AbilityMap, Session } from '#platform/common/access.ts';

type User = Session['user'];
type Granted = { mask: string; abilities: AbilityMap };

/** What a contract is about: null means everything. */
export type Contract = { abilities: readonly string[] | null; resources: readonly number[] | null };

/**
 * A person who acts for a client can do no more than the contract allows, and only for the structures that it is about. An
 * administrator of the provider has no administrator's rights there, only the named abilities.
 */
export function withinContract(
  user: User,
  granted: Granted,
  { abilities: named, resources }: Contract,
): Granted & { user: User } {
  if (named === null || user.adminType !== null) return { ...granted, user };
  if (user.isAdmin) return { ...granted, abilities: mapOf(named, resources), user: { ...user, isAdmin: false } };
  return { ...granted, abilities: at(narrowed(granted.abilities, new Set(named)), resources), user };
}

function mapOf(named: readonly string[], resources: Contract['resources']): AbilityMap {
  const map: AbilityMap = bare();
  for (const ability of named) {
    const [app, entity, action] = ability.split('.') as [string, string, string];
    const byResource = (map[app] ??= bare());
    for (const resource of resources ?? ['*']) {
      const entities = (byResource[resource] ??= bare());
      (entities[entity] ??= []).push(action);
    }
  }
  return map;
}

/** What is granted for everything or for one of the structures holds for these structures only. */
function at(abilities: AbilityMap, resources: Contract['resources']): AbilityMap {
  if (resources === null) return abilities;
  return each(abilities, ({ '*': everywhere = {}, ...byResource }) =>
    Object.fromEntries(
      resources.map((resource) => {
        const here = byResource[resource] ?? {};
        const entities = new Set([...Object.keys(everywhere), ...Object.keys(here)]);
        const actionsOf = (entity: string) => [...new Set([...(everywhere[entity] ?? []), ...(here[entity] ?? [])])];
        return [String(resource), Object.fromEntries([...entities].map((entity) => [entity, actionsOf(entity)]))];
      }),
    ),
  );
}

/** An object without a prototype, so that any name is safe. */
const bare = <T>(): Record<string, T> => Object.create(null);

const narrowed = (abilities: AbilityMap, named: ReadonlySet<string>): AbilityMap =>
  each(abilities, (resources, app) =>
    each(resources, (entities) =>
      each(entities, (actions, entity) => actions.filter((action) => named.has(`${app}.${entity}.${action}`))),
    ),
  );

const each = <From, To>(record: Record<string, From>, to: (value: From, key: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));
