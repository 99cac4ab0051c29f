import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { alarmEntity } from '../common/alarm.ts';
import { messageTopic } from '../common/in-app-message.ts';
import type { AlarmChange } from './lifecycle/raise.ts';

/**
 * The live topics of alarms, for people who may read their class in their structure, and of the messages of each person.
 */
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
    {
      name: messageTopic,
      concerns: ({ actor: { session } }, { data }) => (data as { userId: number }).userId === session.user.id,
    },
  ],
};
