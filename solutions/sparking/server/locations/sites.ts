import { sql } from 'kysely';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

type Entity = 'location' | 'group' | 'slot' | 'counter' | 'analysis' | 'reservation';

/** A condition on the structure in a column: the caller may read these records there. */
export function readableAt({ session }: Actor, entity: Entity, column: string) {
  const within = resourcesWith(session, 'sparking', entity, 'read');
  return within === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY (${within}::integer[])`;
}

/** A condition on the bay `t`: it is not retired, and the caller may read it. */
export const isSeenSlot = (actor: Actor) =>
  sql<boolean>`(t.retired_at IS NULL AND ${readableAt(actor, 'slot', 't.location_id')})`;

/** Refuses with 403 unless the caller may do this with records of the structure. */
export function assertMay({ session }: Actor, entity: Entity, action: string, structureId: number): void {
  if (!hasAbilityOn(session, 'sparking', entity, action, structureId)) throw refuse(403, 'no-permission');
}
