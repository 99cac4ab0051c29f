import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Session } from '#platform/common/access.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { alarmEntity } from '../common/alarm.ts';
import { seesOnlyEscalated } from './lists/seen-by.ts';
import type { AlarmChange, OnlyFor } from './raising/alarm-changes.ts';

const isFor = ({ people, administrators }: OnlyFor, { user }: Session): boolean =>
  people.includes(user.id) || (administrators && user.isAdmin);

/** The live topics of alarms, for people who may read their class in their structure. */
export const alarmTopics: LiveTopics = {
  companies: [
    {
      name: 'alarms',
      concerns({ kit, actor: { session }, may }, { data }) {
        const change = data as Pick<AlarmChange, 'app' | 'class' | 'structureId' | 'escalatedTo' | 'onlyFor'>;
        const { app, class: name, structureId, escalatedTo, onlyFor } = change;
        const entity = alarmEntity(name);
        if (onlyFor && !isFor(onlyFor, session)) return false;
        if (escalatedTo !== session.user.id && seesOnlyEscalated(session, kit.apps, change)) return false;
        return may(canDo(`${app}.${entity}`, 'read')) && hasAbilityOn(session, app, entity, 'read', structureId);
      },
    },
  ],
};
