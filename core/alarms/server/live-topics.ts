import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { alarmEntity } from '../common/alarm.ts';
import type { AlarmChange } from './raising/alarm-changes.ts';

/** The live topics of alarms, for people who may read their class in their structure. */
export const alarmTopics: LiveTopics = {
  companies: [
    {
      name: 'alarms',
      concerns({ actor: { session }, may }, { data }) {
        const { app, class: name, structureId } = data as Pick<AlarmChange, 'app' | 'class' | 'structureId'>;
        const entity = alarmEntity(name);
        return may(canDo(`${app}.${entity}`, 'read')) && hasAbilityOn(session, app, entity, 'read', structureId);
      },
    },
  ],
};
