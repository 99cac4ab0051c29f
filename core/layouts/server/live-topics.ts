import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { layout } from '../common/layout.ts';
import { isVisible } from './layout-rows.ts';

export const layoutTopic = (id: number) => `layout:${id}`;

/** The live topic of a plan: `layout:12`. However many items it has, a page follows one topic. */
export const layoutTopics: LiveTopics = {
  records: [
    {
      names: ['layout'],
      async follow({ kit, actor, may }, { layout: ids = [] }) {
        if (!may(layout.can('read'))) return new Map();
        const rows = await inTenant(kit.people.db, actor.scope, (tx) =>
          tx.selectFrom('layout').select(['id', 'structureId']).where('id', '=', anyOf(ids)).execute(),
        );
        const seen = rows.filter((row) => isVisible(actor, row));
        return new Map(seen.map(({ id }) => [layoutTopic(id), [layoutTopic(id)]]));
      },
      passes: () => true,
    },
  ],
};
