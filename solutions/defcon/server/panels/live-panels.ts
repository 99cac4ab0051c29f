import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { panel } from '../../common/panel/panel.ts';
import { panelPlaces, siteOf } from './panel-rows.ts';

/** The topic of what happens at a panel: `panel:12`. */
const topicOf = (id: number): string => `panel:${id}`;

/**
 * Tells the pages that show these panels, after the commit, that their state or log has changed. `audience`: the companies
 * that see a panel, by default its own.
 */
export function tellPanels(
  { kit, afterCommit }: Pick<Emitting, 'kit' | 'afterCommit'>,
  panels: readonly { id: number; companyId: number; audience?: readonly number[] }[],
): void {
  afterCommit(() => {
    for (const { id, companyId, audience } of panels)
      kit.live.publish({
        ...{ topic: topicOf(id), type: 'panel', data: { id } },
        ...(audience ? { companyId: null, audience: [...audience] } : { companyId }),
      });
  });
}

/** The same for panels of which only the ids are known, for all companies that see them. */
export async function tellAudience(
  context: Pick<Emitting, 'tx' | 'kit' | 'afterCommit'>,
  panelIds: readonly number[],
): Promise<void> {
  if (panelIds.length === 0) return;
  const { rows } = await sql<{ id: number; companyId: number; audience: number[] }>`
    SELECT p.id, p.company_id, defcon_panel_audience(p.*) AS audience FROM defcon_panel p WHERE p.id = ANY (${panelIds}::integer[])`.execute(
    context.tx,
  );
  tellPanels(context, rows);
}

export const panelTopics: LiveTopics = {
  records: [
    {
      names: ['panel'],
      async follow({ kit, actor, may }, { panel: ids = [] }) {
        if (!may(panel.can('read'))) return new Map();
        const places = await inTenant(kit.people.db, actor.scope, (tx) => panelPlaces(tx, actor, ids));
        const seen = places.filter((place) =>
          hasAbilityOn(actor.session, 'defcon', 'panel', 'read', siteOf(actor, place)),
        );
        return new Map(seen.map(({ id }) => [topicOf(id), [topicOf(id)]]));
      },
      passes: () => true,
    },
  ],
};
