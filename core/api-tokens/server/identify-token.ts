import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Grants, staffNow } from '#core/accounts/server/api.ts';
import { maskOfAbilities, type Registry } from '#core/permissions/server/api.ts';
import { type Identify, requestLocale } from '#platform/server/http/http.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { limitedAbilities } from './limited-abilities.ts';
import { tokenHash, tokenOf } from './token-secret.ts';

type TokenRow = {
  id: number;
  userId: number;
  companyId: number;
  name: string;
  abilities: string[];
  structures: number[] | null;
  perMinute: number;
};

/**
 * Identifies the callers with an API token, and leaves all others to `identify`. Everything is read from the database at
 * each request, so that a revoked token and one whose person has lost an ability stop at once, in every process.
 */
export function withApiTokens(
  kit: Kit,
  { registry, grants, identify }: { registry: Registry; grants: Grants; identify: Identify },
): Identify {
  return async (request, previous) => {
    const secret = tokenOf(request.headers.authorization);
    if (secret === undefined) return identify(request, previous);
    const found = await findToken(kit, secret, request.ip);
    const person = found && (await staffNow(kit, found.userId));
    // A person who works for another company by now has no part in what the token is for.
    if (!person || person.companyId !== found.companyId) return null;
    if (selectsCustomer(request)) throw refuse(403, 'customer-not-allowed');
    const { user, apps, email } = person;
    const granted = await grants(kit.signIn.db, user);
    return callerWith(found, {
      session: {
        // Without the rights of an administrator, who needs no abilities.
        user: { ...user, isAdmin: false, adminType: null, role: 'Viewer' },
        mask: maskOfAbilities(registry, granted.mask, found.abilities),
        abilities: limitedAbilities(
          { isAdmin: user.isAdmin, abilities: granted.abilities, apps },
          {
            named: found.abilities,
            structures: found.structures,
          },
        ),
        apps,
        actingFor: found.companyId,
      },
      email,
      locale: requestLocale(request),
    });
  };
}

/** A token is for the company itself, never for its clients. */
const callerWith = (
  { id, name, perMinute, companyId, userId }: TokenRow,
  person: Pick<Actor, 'session' | 'email' | 'locale'>,
): Actor => ({
  ...person,
  scope: { companies: [companyId], userId, actingFor: companyId },
  sessionId: '',
  token: { id, name, perMinute },
});

const selectsCustomer = ({ headers }: FastifyRequest): boolean =>
  [headers['customer-id'], headers['on-behalf-of']].some((value) => value !== undefined && value !== '');

/** The token, unless it is unknown, expired or revoked. Its last use is stored at most once a minute. */
async function findToken(kit: Kit, secret: string, address: string): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow & { isUseDue: boolean }>`
    SELECT id, user_id, company_id, name, abilities, structures, per_minute,
           (last_used_at IS NULL OR last_used_at < now() - interval '1 minute') AS is_use_due
      FROM api_token WHERE token_hash = ${tokenHash(secret)} AND revoked_at IS NULL AND expires_at > now()`.execute(
    kit.signIn.db,
  );
  const [found] = rows;
  if (found?.isUseDue)
    await inSystem(kit.signIn.db, (tx) =>
      sql`UPDATE api_token SET last_used_at = now(), last_address = ${address}
           WHERE id = ${found.id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`.execute(tx),
    );
  return found;
}
