import { type Ability, appOf } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** The abilities that routes open to API tokens require, by name; nothing else can be given to a token. */
export function openAbilities(apps: readonly AppManifest[]): Ability[] {
  const found = new Set<Ability>();
  for (const { access, tokens } of apps.flatMap(({ routes }) =>
    Object.values(routes).flatMap((set) => Object.values(set)),
  ))
    if (tokens && typeof access === 'object' && 'ability' in access && access.ability) found.add(access.ability);
  return [...found].sort(
    (one, other) =>
      `${appOf({ ability: one })}`.localeCompare(`${appOf({ ability: other })}`) || one.localeCompare(other),
  );
}
