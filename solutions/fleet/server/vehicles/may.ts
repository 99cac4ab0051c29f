import { type RawBuilder, sql } from 'kysely';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/** A condition on the vehicle `t`: the caller may read vehicles of its site. */
export function seenVehicle({ session }: Actor): RawBuilder<unknown> {
  const within = resourcesWith(session, 'fleet', 'vehicle', 'read');
  return within === null ? sql`true` : sql`t.structure_id = ANY (${within}::integer[])`;
}

/** Refuses with 403 unless the caller may do this with vehicles of the site. */
export function assertMay(
  actor: Actor,
  action: string,
  { companyId, structureId }: { companyId: number; structureId: number },
): void {
  changeableCompany(actor, companyId);
  if (!hasAbilityOn(actor.session, 'fleet', 'vehicle', action, structureId)) throw refuse(403, 'no-permission');
}
