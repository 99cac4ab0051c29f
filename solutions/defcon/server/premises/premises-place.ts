import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';

export type PremisesPlace = {
  id: number;
  companyId: number;
  structureId: number;
  /** They are of another company, whose panel there the caller's company watches. */
  watched: boolean;
};
type Asking = Pick<Context, 'tx' | 'actor'>;

/** Refuses with 404 what the caller may not read, and with 403 what it may read only. A site of `null` stands for all. */
function assertAbility({ actor }: Asking, action: string, site: number | null): void {
  const may = (ability: string) => hasAbilityOn(actor.session, 'defcon', 'premises-file', ability, site);
  if (!may('read')) throw refuse(404, 'not-found');
  if (!may(action)) throw refuse(403, 'no-permission');
}

async function ownPremises({ tx }: Asking, structureId: number): Promise<PremisesPlace | undefined> {
  const found = await tx
    .selectFrom('defconPremises')
    .select(['id', 'companyId', 'structureId'])
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  return found && { ...found, watched: false };
}

/** The premises of a structure of the caller's companies, if the caller may do this with their file; refuses with 404 and 403. */
export async function visiblePremises(context: Asking, structureId: number, action = 'read'): Promise<PremisesPlace> {
  const found = await ownPremises(context, structureId);
  if (!found) throw refuse(404, 'not-found');
  assertAbility(context, action, structureId);
  return found;
}

/** The same, locked, for a change of the file or of its parts. */
export async function changeablePremises(context: Asking, structureId: number): Promise<PremisesPlace> {
  const premises = await visiblePremises(context, structureId, 'update');
  changeableCompany(context.actor, premises.companyId);
  await lock(context, premises);
  return premises;
}

const lock = ({ tx }: Asking, { id }: PremisesPlace) =>
  tx.selectFrom('defconPremises').select('id').where('id', '=', id).forUpdate().execute();

/** Premises of another company with a panel that the caller's company watches now. Runs as the role that sees all rows. */
async function watchedPremises(
  { tx, actor }: Asking,
  structureId: number,
): Promise<(PremisesPlace & { watcherId: number }) | undefined> {
  const { companies } = actor.scope;
  const { rows } = await sql<PremisesPlace & { watcherId: number }>`
    SELECT p.id, p.company_id, p.structure_id, true AS watched, w.company_id AS watcher_id
      FROM defcon_premises p JOIN ${sql.raw(deviceFacts)} d ON d.structure_id = p.structure_id AND d.company_id = p.company_id
      JOIN defcon_assignment w ON w.panel_id = d.id AND w.reads AND w.company_id = ANY (${companies === 'all' ? [] : companies}::integer[])
     WHERE p.structure_id = ${structureId} ORDER BY w.id LIMIT 1`.execute(tx);
  return rows[0];
}

type Work<T> = (premises: PremisesPlace) => Promise<T>;

/** Reads the file of premises of the caller's companies, or of those that they watch. */
export const readingPremises = <T>(context: Asking, structureId: number, work: Work<T>): Promise<T> =>
  withPremises(context, structureId, 'read', work);

/**
 * Changes the file of premises of the caller's company, or of those that it watches: these only its administrators.
 * The premises are locked.
 */
export const changingPremises = <T>(context: Asking, structureId: number, work: Work<T>): Promise<T> =>
  withPremises(context, structureId, 'update', async (premises) => {
    await lock(context, premises);
    return work(premises);
  });

/** The policy shows nobody the premises of another company, so the assignment decides, and the work is about these alone. */
async function withPremises<T>(
  context: Asking,
  structureId: number,
  action: 'read' | 'update',
  work: Work<T>,
): Promise<T> {
  const { tx, actor } = context;
  const own = await ownPremises(context, structureId);
  if (own) {
    assertAbility(context, action, structureId);
    if (action === 'update') changeableCompany(actor, own.companyId);
    return work(own);
  }
  return bypassRls(tx, actor.scope, async () => {
    const found = await watchedPremises(context, structureId);
    if (!found) throw refuse(404, 'not-found');
    assertAbility(context, action, null);
    const { watcherId, ...premises } = found;
    if (action === 'update') {
      changeableCompany(actor, watcherId);
      if (!actor.session.user.isAdmin) throw refuse(403, 'no-permission');
    }
    return work(premises);
  });
}
