import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';

/** A page can follow at most this many devices of structures and floors. */
const maxDevicesInPlaces = 5000;

/** Live topics of devices: all of the caller's companies, single devices, and those in a structure or on a floor. */
export const deviceTopics: LiveTopics = {
  companies: [{ name: 'devices', concerns: () => true }],
  records: [
    {
      names: ['device', 'structure', 'floor'],
      async follow({ kit, actor: { scope, session }, may }, ids) {
        const rows = await inTenant(kit.people.db, scope, (tx) => {
          const columns = ['id', 'app', 'structureId', 'floorId'] as const;
          const byId = tx
            .selectFrom('device')
            .select(columns)
            .where('id', '=', anyOf(ids.device ?? []));
          const inPlaces = tx
            .selectFrom('device')
            .select(columns)
            .where((is) =>
              is.or([is('structureId', '=', anyOf(ids.structure ?? [])), is('floorId', '=', anyOf(ids.floor ?? []))]),
            )
            .orderBy('id')
            .limit(maxDevicesInPlaces);
          return byId.union(inPlaces).execute();
        });
        const visible = rows.filter(
          ({ app, structureId }) =>
            may(canDo(`${app}.device`, 'read')) && hasAbilityOn(session, app, 'device', 'read', structureId),
        );
        return new Map(
          visible.map(({ id, structureId, floorId }) => {
            const placeIds = { device: id, structure: structureId, floor: floorId };
            const followed = (['device', 'structure', 'floor'] as const).filter((name) =>
              ids[name]?.includes(placeIds[name] ?? 0),
            );
            return [`device:${id}`, followed.map((name) => `${name}:${placeIds[name]}`)];
          }),
        );
      },
      // A page that follows a place needs values only.
      passes: ({ type }) => type === 'values',
    },
  ],
};
