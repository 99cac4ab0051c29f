import { Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconBan,
  IconBell,
  IconBellOff,
  IconBellRinging,
  IconCheck,
  IconChecks,
  IconCircleX,
  IconMessage,
  IconRouter,
  IconRouterOff,
  IconSend,
  IconTrendingDown,
  IconTrendingUp,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useCommandReason, useCommandText } from '#core/commands/web/parts.tsx';
import { DeviceLink, deviceAddress } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EventTimeline, type TimelineEvent } from '#platform/web/ui/history/EventTimeline.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { AlarmDetail, AlarmEvent } from '../../common/alarm.ts';
import type { Limit } from '../../common/limit.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { EventFiles } from './EventFiles.tsx';

const icons: Record<string, NonNullable<TimelineEvent['icon']>> = {
  raised: IconBell,
  'severity-raised': IconTrendingUp,
  'severity-lowered': IconTrendingDown,
  cleared: IconCheck,
  acknowledged: IconChecks,
  'taken-over': IconUserCheck,
  'desk-moved': IconUsersGroup,
  'party-added': IconUsersGroup,
  'party-ended': IconUsersGroup,
  unanswered: IconBellRinging,
  released: IconArrowBackUp,
  commented: IconMessage,
  escalated: IconArrowUpRight,
  terminated: IconCircleX,
  rejected: IconBan,
  'action-sent': IconRouter,
  'action-refused': IconRouterOff,
};

/** The notifications of an alarm as events: those of a moment with the same result are one. */
function useNotificationEvents(alarm: AlarmDetail): TimelineEvent[] {
  const t = useText();
  const { data = [] } = useData(api.alarm.notifications, { params: { id: alarm.id } }, { silent: true });
  const decided = data.filter(({ state }) => state !== 'queued');
  const together = Map.groupBy(decided, ({ at, state, reason }) => `${at} ${state} ${reason}`);
  return [...together.values()].reverse().flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { id, at, state, reason } = first;
    return {
      id: `notification-${id}`,
      at,
      title: t(`notified.states.${state}`),
      icon: state === 'sent' ? IconSend : IconBellOff,
      text: (
        <>
          {group.map((one) => (
            <div key={one.id}>
              {one.person && <bdi>{one.person.name}</bdi>}
              {one.person ? ` (${t(`values.method.${one.method}`)})` : t(`values.method.${one.method}`)}
            </div>
          ))}
          {reason && t(`notNotified.${reason}`)}
        </>
      ),
    };
  });
}

type CommentProps = { alarmId: number; event: AlarmEvent; mark: string | null };

/** The text of a comment with its readers, mark and files. */
function Comment({ alarmId, event: { text, internal, files = [] }, mark }: CommentProps) {
  const t = useText();
  return (
    <>
      {internal && <ToneChip tone="none">{t('internal.shown')}</ToneChip>}
      {mark && <ToneChip tone="none">{mark}</ToneChip>}
      <bdi>{text}</bdi>
      {files.length > 0 && <EventFiles alarmId={alarmId} files={files} />}
    </>
  );
}

/** The timeline of an alarm with its notifications, newest event first. */
export function AlarmTimeline({ alarm, app }: { alarm: AlarmDetail; app: AppManifest }) {
  const t = useText();
  const { label, has } = useLabels('alarms');
  const appTexts = useLabels(app.id);
  const commandTexts = useLabels('commands');
  const commandReason = useCommandReason(app.id);
  const deviceTexts = useLabels('devices');
  const commandText = useCommandText(app.id);
  const { measured, party } = useAlarmTexts(app);
  const titleOf = ({ action, data, actor }: AlarmEvent) => {
    const key = action === 'terminated' && !actor ? 'values.disposition.auto' : `events.${action}`;
    if (!has(key) && appTexts.has(`alarmEvents.${action}`)) return appTexts.label(`alarmEvents.${action}`, data);
    return has(key)
      ? label(key, {
          person: (data.to as { name?: string } | undefined)?.name ?? '',
          role: party(data.to ?? data.role),
          severity: data.severity ? label(`values.severity.${data.severity}`) : '',
          command:
            typeof data.method === 'string' ? commandText({ method: data.method, params: data.params ?? {} }) : '',
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
    if (appTexts.has(key)) return appTexts.label(key);
    if (has(key)) return label(key);
    const refusal = [appTexts, commandTexts, deviceTexts].find((texts) => texts.has(`errors.${data.reason}`));
    return refusal ? refusal.label(`errors.${data.reason}`) : null;
  };
  /** The device to which a command was sent, as a link. */
  const sentTo = ({ action, data }: AlarmEvent) => {
    const device = data.device as { id: number; name: string; solutionId: number } | undefined;
    return action === 'action-sent' && device ? (
      <>
        <DeviceLink to={deviceAddress(app, device)} name={device.name} />
        {data.state && <div>{commandTexts.label(`values.commandState.${data.state}`)}</div>}
        {typeof data.reason === 'string' && <div>{commandReason(data.reason)}</div>}
      </>
    ) : null;
  };
  const markOf = ({ data: { mark } }: AlarmEvent) =>
    typeof mark === 'string' ? appTexts.label(`marks.${mark}`) : null;
  const name = useActorName();
  const actorOf = ({ actor, foreign, impersonatedBy, actedFor }: AlarmEvent) => {
    if (!actor) return t(foreign ? 'otherCompany' : 'system');
    const person = name(actor.name, impersonatedBy);
    return actedFor ? t('actedFor', { person, ...actedFor }) : person;
  };
  const own = [...alarm.events].reverse().map((event) => ({
    id: event.id,
    at: event.at,
    title: titleOf(event),
    actor: actorOf(event),
    icon: icons[event.action] ?? IconBell,
    text: event.text ? (
      <Comment alarmId={alarm.id} event={event} mark={markOf(event)} />
    ) : (
      (sentTo(event) ?? reasonOf(event) ?? valueOf(event))
    ),
  }));
  const events = [...useNotificationEvents(alarm), ...own].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section>
      <Title order={3} mb="sm">
        {t('timeline')}
      </Title>
      <EventTimeline events={events} />
    </section>
  );
}
