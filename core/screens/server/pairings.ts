import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { newLinkSecret } from '#core/accounts/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { pairingRoutes } from '../common/screen.ts';
import { codeMinutes } from '../common/screen-times.ts';

const digits = 6;
/** So many codes are tried; one in a million is taken by each screen that waits. */
const attempts = 8;
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

async function startPairing(tx: Tx): Promise<{ code: string; secret: string; expiresAt: string }> {
  await sql`DELETE FROM screen_pairing WHERE expires_at < now()`.execute(tx);
  const secret = newLinkSecret();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const { rows } = await sql<{ expiresAt: string }>`
      INSERT INTO screen_pairing (code, secret_hash, expires_at)
      VALUES (${code}, ${hashOf(secret)}, now() + make_interval(mins => ${codeMinutes}))
      ON CONFLICT (code) WHERE address IS NULL DO NOTHING RETURNING expires_at`.execute(tx);
    const [made] = rows;
    if (made) return { code, secret, ...made };
  }
  throw refuse(503, 'try-again');
}

export const pairingHandlers: Handlers<typeof pairingRoutes> = {
  start: ({ tx }) => startPairing(tx),
  async state({ tx, body }) {
    const { rows } = await sql<{ address: string | null }>`
      SELECT address FROM screen_pairing WHERE secret_hash = ${hashOf(body.secret)} AND expires_at > now()`.execute(tx);
    const [found] = rows;
    if (!found) return { state: 'expired', address: null };
    return { state: found.address === null ? 'waiting' : 'paired', address: found.address };
  },
};

/**
 * Tells the device that shows a code from where it reads what to show. Refuses a code that no device shows, or that somebody else
 * has just entered.
 */
export async function pair({ tx, actor }: Pick<Context, 'tx' | 'actor'>, code: string, address: string): Promise<void> {
  const paired = await bypassRls(tx, actor.scope, () =>
    tx
      .updateTable('screenPairing')
      .set({ address })
      .where('code', '=', code.replace(' ', ''))
      .where('address', 'is', null)
      .where('expiresAt', '>', sqlNow)
      .executeTakeFirst(),
  );
  if (paired.numUpdatedRows === 0n) throw invalid('code', 'screenCode');
}
