import { sql } from 'kysely';
import { assertStructures } from '#core/places/server/api.ts';
import type { EntityName } from '#platform/common/permission-key.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { apiTokenRoutes, mostDays, type ShownToken } from '../common/api-token.ts';
import { openAbilities } from '../common/open-abilities.ts';
import { tokenRows, tokenState } from './token-rows.ts';
import { hintOf, newSecret, tokenHash } from './token-secret.ts';

/** So many tokens of a person may be active at once. */
const mostTokens = 50;

/**
 * The tokens `t` that the caller may see: all of their own company for its administrators, not those of its clients, and
 * their own for others.
 */
function seenBy({ session: { user, actingFor } }: Actor) {
  if (user.adminType === 'Super Admin') return sql`true`;
  const administers = user.isAdmin && actingFor === user.companyId;
  return administers ? sql`t.company_id = ${user.companyId}` : sql`t.user_id = ${user.id}`;
}

/** A token that the caller may see, or 404. */
async function tokenOf({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number): Promise<ShownToken> {
  const seen = await sql`SELECT FROM api_token t WHERE t.id = ${id} AND ${seenBy(actor)}`.execute(tx);
  const [found] = seen.rows.length > 0 ? await tokenRows(tx, [id]) : [];
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The abilities that the caller can give a token. */
const ownAbilities = ({ kit, may }: Pick<Context, 'kit' | 'may'>): string[] =>
  openAbilities(kit.apps).filter((ability) => {
    const [app, entity, action] = ability.split('.') as [string, string, string];
    return may(canDo(`${app}.${entity}` satisfies EntityName, action));
  });

/** The company for which the caller can make tokens: their own, in a session of their own. */
function ownCompany({ session: { user, actingFor }, scope }: Actor): number {
  if (user.companyId === null || actingFor !== user.companyId || scope.impersonatedBy != null)
    throw refuse(403, 'token-of-own-company');
  return user.companyId;
}

function assertExpiry(expiresAt: string): void {
  const left = Date.parse(expiresAt) - Date.now();
  if (left <= 0) throw invalid('expiresAt', 'inThePast');
  // The last day is complete in every time zone.
  if (left > (mostDays + 1) * dayMs) throw invalid('expiresAt', 'outOfRange');
}

async function assertFew({ tx, actor }: Pick<Context, 'tx' | 'actor'>): Promise<void> {
  const { n } = await tx
    .selectFrom('apiToken')
    .select((one) => one.fn.countAll<number>().as('n'))
    .where('userId', '=', actor.session.user.id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sqlNow)
    .executeTakeFirstOrThrow();
  if (Number(n) >= mostTokens) throw refuse(409, 'too-many-tokens', { most: mostTokens });
}

export const apiTokenHandlers: Handlers<typeof apiTokenRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'api_token',
      spec: apiTokenRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
      where: [seenBy(actor)],
      columns: { state: tokenState },
    });
    return { data: inOrder(ids, await tokenRows(tx, ids)), totalRecords };
  },
  abilities: async (context) => ownAbilities(context),
  async create(context) {
    const { tx, actor, body } = context;
    const companyId = ownCompany(actor);
    assertExpiry(body.expiresAt);
    const own = ownAbilities(context);
    if (body.abilities.some((ability) => !own.includes(ability))) throw invalid('abilities', 'invalid');
    if (body.structures) await assertStructures(tx, actor, companyId, body.structures, 'structures');
    await assertFew(context);
    const token = newSecret();
    const { id } = await tx
      .insertInto('apiToken')
      .values({
        companyId,
        userId: actor.session.user.id,
        name: body.name,
        abilities: [...new Set(body.abilities)],
        structures: body.structures && [...new Set(body.structures)],
        perMinute: body.perMinute,
        expiresAt: body.expiresAt,
        tokenHash: tokenHash(token),
        hint: hintOf(token),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { token, created: await tokenOf(context, id) };
  },
  async history(context) {
    const { id, companyId } = await tokenOf(context, context.params.id);
    return changesOf(context, { table: 'api_token', id, companyId });
  },
  async revoke(context) {
    const { tx, actor, params } = context;
    const { id } = await tokenOf(context, params.id);
    await tx
      .updateTable('apiToken')
      .set({ revokedAt: sqlNow, revokedBy: actor.session.user.id })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute();
    return tokenOf(context, id);
  },
};
