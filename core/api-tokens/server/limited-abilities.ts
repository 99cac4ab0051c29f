import type { AbilityMap } from '#platform/common/access.ts';

type Resources = AbilityMap[string];
/** An object without a prototype, so that any name is safe. */
const bare = <T>(): Record<string, T> => Object.create(null);

type Limits = {
  /** `app.entity.action` */
  named: readonly string[];
  /** Ids of structures; null for all. */
  structures: readonly number[] | null;
};

/**
 * What a token may do: of the abilities that its person has now, those that the token names, at its structures. An
 * administrator, who needs no abilities, has all named ones. `apps`: the apps of the company; the structures that the
 * person sees in them are those that the token sees.
 */
export function limitedAbilities(
  { isAdmin, abilities, apps }: { isAdmin: boolean; abilities: AbilityMap; apps: readonly string[] },
  { named, structures }: Limits,
): AbilityMap {
  const has = (app: string, resource: string, entity: string, action: string) =>
    isAdmin || (abilities[app]?.[resource]?.[entity]?.includes(action) ?? false);
  const limited: AbilityMap = bare();
  for (const app of new Set([...apps, ...named.map((one) => one.split('.')[0] as string)])) {
    const resources: Resources = bare();
    for (const resource of isAdmin ? ['*'] : Object.keys(abilities[app] ?? {})) {
      const entities = (resources[resource] ??= bare());
      for (const one of named) {
        const [of, entity, action] = one.split('.') as [string, string, string];
        if (of === app && has(app, resource, entity, action)) (entities[entity] ??= []).push(action);
      }
    }
    limited[app] = structures ? within(resources, structures) : resources;
  }
  return limited;
}

/** The same at these structures only: what holds everywhere holds at each of them. */
function within(resources: Resources, structures: readonly number[]): Resources {
  const limited: Resources = bare();
  for (const id of structures.map(String)) {
    const parts = [resources['*'], resources[id]].filter((part) => part !== undefined);
    if (parts.length === 0) continue;
    const entities = (limited[id] ??= bare());
    for (const [entity, actions] of parts.flatMap((part) => Object.entries(part)))
      entities[entity] = [...new Set([...(entities[entity] ?? []), ...actions])];
  }
  return limited;
}
