import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { slot } from '../../common/slot.ts';
import { slotSources } from '../locations/slot-sources.ts';

/** The topic of what happens at a location: `car-park:12`. */
export const topicOf = (locationId: number): string => `car-park:${locationId}`;
type Changed = { id: number; companyId: number };

/** Tells the pages that show these locations, after the commit, that bays have changed. */
export function tellLocations(
  { kit, afterCommit }: Pick<Emitting, 'kit' | 'afterCommit'>,
  locations: readonly Changed[],
): void {
  afterCommit(() => {
    for (const { id, companyId } of locations)
      kit.live.publish({ topic: topicOf(id), type: 'slots', companyId, data: { id } });
  });
}

/** The same for the locations whose bays these devices watch. */
export async function tellWatched(context: Emitting, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT t.location_id AS id, t.company_id FROM ${slotSources} o JOIN sparking_slot t ON t.id = o.space_id
     WHERE o.device_id = ANY (${[...deviceIds]}::integer[]) AND t.retired_at IS NULL`.execute(context.tx);
  tellLocations(context, rows);
}

/** The live topic of a location: `car-park:12`. However many bays it has, a page follows one topic. */
export const slotTopics: LiveTopics = {
  records: [
    {
      names: ['car-park'],
      async follow({ kit, actor, may }, { 'car-park': ids = [] }) {
        if (!may(slot.can('read'))) return new Map();
        const rows = await inTenant(kit.people.db, actor.scope, (tx) =>
          tx.selectFrom('sparkingLocation').select('id').where('id', '=', anyOf(ids)).execute(),
        );
        const seen = rows.filter(({ id }) => hasAbilityOn(actor.session, 'sparking', 'slot', 'read', id));
        return new Map(seen.map(({ id }) => [topicOf(id), [topicOf(id)]]));
      },
      passes: () => true,
    },
  ],
};
