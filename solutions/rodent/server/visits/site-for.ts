import { assertStructure } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';

/** The site, if the caller may do this there; refuses with 404 one that the caller may not see, otherwise with 403. */
export async function siteFor(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  structureId: number,
  entity: 'policy' | 'visit' | 'folder' | 'analysis' | 'licence',
  action: string,
): Promise<number> {
  await assertStructure(tx, actor, companyOf(actor), structureId);
  if (!hasAbilityOn(actor.session, 'rodent', entity, action, structureId)) throw refuse(403, 'no-permission');
  return structureId;
}
