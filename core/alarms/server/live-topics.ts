import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { alarmEntity } from '../common/alarm.ts';
import { seesOnlyEscalated } from './lists/seen-by.ts';
import type { AlarmChange } from './raising/alarm-changes.ts';

/** The live topics of alarms, for people who may read their class in their structure. */
export const alarmTopics: LiveTopics = {
  companies: [
    {
      name: 'alarms',
      concerns({ kit, actor: { session }, may }, { data }) {
        const change = data as Pick<AlarmChange, 'app' | 'class' | 'structureId' | 'escalatedTo'>;
        const { app, class: name, structureId, escalatedTo } = change;
        const entity = alarmEntity(name);
        if (escalatedTo !== session.user.id && seesOnlyEscalated(session, kit.apps, change)) return false;
        return may(canDo(`${app}.${entity}`, 'read')) && hasAbilityOn(session, app, entity, 'read', structureId);
      },
    },
  ],
};
