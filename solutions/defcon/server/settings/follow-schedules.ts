import { followSchedule } from '#core/schedules/server/api.ts';
import type { Listeners } from '#platform/server/domain-events.ts';

const contacts = followSchedule({
  use: 'contacts',
  table: 'defcon_contact',
  refusal: { word: 'schedule-used-by-contacts', count: 'contacts' },
});
const arming = followSchedule({
  use: 'arming',
  table: 'defcon_group',
  refusal: { word: 'schedule-used-by-groups', count: 'groups' },
});

/** Call lists and groups follow schedules; one that they follow stays. */
export const followSchedules = {
  async 'schedule.counted'(context, event) {
    await contacts['schedule.counted'](context, event);
    await arming['schedule.counted'](context, event);
  },
  async 'schedule.removed'(context, event) {
    await contacts['schedule.removed'](context, event);
    await arming['schedule.removed'](context, event);
  },
} satisfies NonNullable<Listeners['inTransaction']>;
