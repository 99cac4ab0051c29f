import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/access.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { inTenant } from '#platform/server/database.ts';
import type { LiveTopics } from '#platform/server/live-topics.ts';

/** More devices of one place are not followed: nobody could look at them. */
const mostInPlaces = 5000;

const anyOf = (ids: readonly number[] = []) => sql<number>`ANY (${ids}::integer[])`;

/** News of devices: of all in the caller's companies, of single ones, and of those that stand in a structure or on a floor. */
export const deviceTopics: LiveTopics = {
  companies: [{ name: 'devices', concerns: () => true }],
  records: [
    {
      names: ['device', 'structure', 'floor'],
      async follow({ kit, actor: { scope, session }, may }, ids) {
        const rows = await inTenant(kit.people.db, scope, (tx) => {
          const columns = ['id', 'app', 'structureId', 'floorId'] as const;
          const named = tx.selectFrom('device').select(columns).where('id', '=', anyOf(ids.device));
          const standing = tx
            .selectFrom('device')
            .select(columns)
            .where((is) => is.or([is('structureId', '=', anyOf(ids.structure)), is('floorId', '=', anyOf(ids.floor))]))
            .orderBy('id')
            .limit(mostInPlaces);
          return named.union(standing).execute();
        });
        const seen = rows.filter(
          ({ app, structureId }) =>
            may(canDo(`${app}.device`, 'read')) && hasAbilityOn(session, app, 'device', 'read', structureId),
        );
        return new Map(
          seen.map(({ id, structureId, floorId }) => {
            const at = { device: id, structure: structureId, floor: floorId };
            const under = (['device', 'structure', 'floor'] as const).filter((name) =>
              ids[name]?.includes(at[name] ?? 0),
            );
            return [`device:${id}`, under.map((name) => `${name}:${at[name]}`)];
          }),
        );
      },
      // A page that follows a place draws values and no more.
      passes: ({ type }) => type === 'values',
    },
  ],
};
