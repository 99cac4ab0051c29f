import type { AbilityMap, Session } from '#platform/common/access.ts';

type User = Session['user'];
type Granted = { mask: string; abilities: AbilityMap };

/**
 * A person who acts for a client can do no more than the contract allows. An administrator of the provider has no
 * administrator's rights there, only the named abilities. Null means everything.
 */
export function withinContract(
  user: User,
  granted: Granted,
  named: readonly string[] | null,
): Granted & { user: User } {
  if (named === null || user.adminType !== null) return { ...granted, user };
  if (user.isAdmin) return { ...granted, abilities: mapOf(named), user: { ...user, isAdmin: false } };
  return { ...granted, abilities: narrowed(granted.abilities, new Set(named)), user };
}

function mapOf(named: readonly string[]): AbilityMap {
  const map: AbilityMap = bare();
  for (const ability of named) {
    const [app, entity, action] = ability.split('.') as [string, string, string];
    const resources = (map[app] ??= bare());
    const entities = (resources['*'] ??= bare());
    (entities[entity] ??= []).push(action);
  }
  return map;
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
