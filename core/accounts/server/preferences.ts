import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { preferenceRoutes } from '../common/user.ts';

export const preferenceHandlers: Handlers<typeof preferenceRoutes> = {
  set: async ({ tx, query, body, actor }) => {
    const value = JSON.stringify(body.value);
    await tx
      .insertInto('preference')
      .values({ userId: actor.session.user.id, key: query.key, value })
      .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value }))
      .execute();
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
