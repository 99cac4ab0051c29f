import { Title } from '@mantine/core';
import {
  IconArrowUpRight,
  IconBan,
  IconBell,
  IconCheck,
  IconChecks,
  IconCircleX,
  IconMessage,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EventTimeline, type TimelineEvent } from '#platform/web/ui/history/EventTimeline.tsx';
import type { AlarmDetail, AlarmEvent, Limit } from '../common/alarm.ts';
import type { AlarmSource } from './alarm-calls.ts';
import { useAlarmTexts } from './alarm-texts.ts';
import { useText } from './texts.ts';

const icons: Record<string, NonNullable<TimelineEvent['icon']>> = {
  raised: IconBell,
  'severity-raised': IconTrendingUp,
  'severity-lowered': IconTrendingDown,
  cleared: IconCheck,
  acknowledged: IconChecks,
  commented: IconMessage,
  escalated: IconArrowUpRight,
  terminated: IconCircleX,
  rejected: IconBan,
};

/** The timeline of an alarm, newest event first. */
export function AlarmTimeline({ alarm, source }: { alarm: AlarmDetail; source: AlarmSource }) {
  const t = useText();
  const { label, has } = useLabels('alarms');
  const { measured } = useAlarmTexts(source.app);
  const titleOf = ({ action, data, actor }: AlarmEvent) => {
    const key = action === 'terminated' && !actor ? 'values.disposition.auto' : `events.${action}`;
    return has(key)
      ? label(key, {
          person: (data.to as { name?: string } | undefined)?.name ?? '',
          severity: data.severity ? label(`values.severity.${data.severity}`) : '',
        })
      : action;
  };
  const valueOf = ({ data }: AlarmEvent) =>
    measured({
      sensor: (data.sensor as string | undefined) ?? null,
      value: (data.value as number | undefined) ?? null,
      limit: (data.limit as Limit | undefined) ?? null,
    });
  /** The reason of an event of the system. */
  const reasonOf = ({ data }: AlarmEvent) => {
    const key = `reasons.${data.reason}`;
    return has(key) ? label(key) : null;
  };
  const name = useActorName();
  const actorOf = ({ actor, impersonatedBy, actedFor }: AlarmEvent) => {
    if (!actor) return t('system');
    const person = name(actor.name, impersonatedBy);
    return actedFor ? t('actedFor', { person, ...actedFor }) : person;
  };
  const events = [...alarm.events].reverse().map((event) => ({
    id: event.id,
    at: event.at,
    title: titleOf(event),
    actor: actorOf(event),
    icon: icons[event.action] ?? IconBell,
    text: event.text ? <bdi>{event.text}</bdi> : (reasonOf(event) ?? valueOf(event)),
  }));
  return (
    <section>
      <Title order={3} mb="sm">
        {t('timeline')}
      </Title>
      <EventTimeline events={events} />
    </section>
  );
}
