import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';

/** Devices of an app in a structure have moved. Which ones, pages learn from the map. */
export type Moved = { app: string; structureId: number | null };

/** The live topic of the map, for people who may read devices in the structure. */
export const positionTopics: LiveTopics = {
  companies: [
    {
      name: 'positions',
      concerns({ actor: { session }, may }, { data }) {
        const { app, structureId } = data as Moved;
        return may(canDo(`${app}.device`, 'read')) && hasAbilityOn(session, app, 'device', 'read', structureId);
      },
    },
  ],
};
