import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { preferenceRoutes } from '../../common/user.ts';

/** A list's columns and views take some kilobytes; a person has a few for each list. */
const limits = { bytesOfOne: 32 * 1024, keys: 500, bytesOfAll: 1024 * 1024 };

async function assertRoom(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ keys: number; bytes: number }>`
    SELECT count(*)::integer AS keys, coalesce(sum(length(value::text)), 0)::integer AS bytes
      FROM preference WHERE user_id = ${userId}`.execute(tx);
  const [kept = { keys: 0, bytes: 0 }] = rows;
  if (kept.keys > limits.keys || kept.bytes > limits.bytesOfAll) throw refuse(409, 'too-many-preferences');
}

export const preferenceHandlers: Handlers<typeof preferenceRoutes> = {
  set: async ({ tx, query, body, actor }) => {
    const value = JSON.stringify(body.value);
    if (Buffer.byteLength(value) > limits.bytesOfOne) throw invalid('value', 'tooLong');
    await tx
      .insertInto('preference')
      .values({ userId: actor.session.user.id, key: query.key, value })
      .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value }))
      .execute();
    await assertRoom(tx, actor.session.user.id);
    return { key: query.key, value: body.value };
  },
  get: async ({ tx, query, actor }) => {
    const keys = (query.keys ?? '')
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean);
    if (keys.length === 0) throw invalid('keys', 'preferenceKey');
    const found = await tx
      .selectFrom('preference')
      .select(['key', 'value'])
      .where('userId', '=', actor.session.user.id)
      .where('key', 'in', keys.slice(0, 200))
      .execute();
    return Object.fromEntries(found.map(({ key, value }) => [key, value]));
  },
  remove: async ({ tx, query, actor }) => {
    await tx
      .deleteFrom('preference')
      .where('userId', '=', actor.session.user.id)
      .where('key', '=', query.key)
      .execute();
    return null;
  },
};
