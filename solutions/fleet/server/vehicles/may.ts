import { type RawBuilder, sql } from 'kysely';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/** What abilities of the app are about; each has a site. */
type Sited = 'vehicle' | 'driver' | 'job-card';

const seenOf =
  (entity: Sited) =>
  ({ session }: Actor): RawBuilder<unknown> => {
    const within = resourcesWith(session, 'fleet', entity, 'read');
    return within === null ? sql`true` : sql`t.structure_id = ANY (${within}::integer[])`;
  };

/** A condition on the vehicle `t`: the caller may read vehicles of its site. */
export const seenVehicle = seenOf('vehicle');
/** A condition on the driver `t`: the caller may read drivers of the site. */
export const seenDriver = seenOf('driver');

/** A condition on the job `t`: the caller may read jobs of its site. */
export const seenJob = seenOf('job-card');

/** Refuses with 403 unless the caller may do this with vehicles, or drivers, of the site. */
export function assertMay(
  actor: Actor,
  action: string,
  { companyId, structureId }: { companyId: number; structureId: number },
  entity: Sited = 'vehicle',
): void {
  changeableCompany(actor, companyId);
  if (!hasAbilityOn(actor.session, 'fleet', entity, action, structureId)) throw refuse(403, 'no-permission');
}
