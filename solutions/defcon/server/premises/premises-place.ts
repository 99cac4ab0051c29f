import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';

export type PremisesPlace = { id: number; companyId: number; structureId: number };
type Asking = Pick<Context, 'tx' | 'actor'>;

/** The premises of a structure of the caller's companies, if the caller may do this with their file; refuses with 404 and 403. */
export async function visiblePremises(
  { tx, actor }: Asking,
  structureId: number,
  action = 'read',
): Promise<PremisesPlace> {
  const found = await tx
    .selectFrom('defconPremises')
    .select(['id', 'companyId', 'structureId'])
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  const may = (ability: string) => hasAbilityOn(actor.session, 'defcon', 'premises-file', ability, structureId);
  if (!found || !may('read')) throw refuse(404, 'not-found');
  if (!may(action)) throw refuse(403, 'no-permission');
  return found;
}

/** The same, locked, for a change of the file or of its parts. */
export async function changeablePremises(context: Asking, structureId: number): Promise<PremisesPlace> {
  const premises = await visiblePremises(context, structureId, 'update');
  changeableCompany(context.actor, premises.companyId);
  await context.tx.selectFrom('defconPremises').select('id').where('id', '=', premises.id).forUpdate().execute();
  return premises;
}
