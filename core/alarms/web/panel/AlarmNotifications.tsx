import { Text, Title } from '@mantine/core';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import type { AlarmNotification } from '../../common/alarm-notification.ts';
import classes from '../Alarms.module.css';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const tones: Record<AlarmNotification['state'], Tone> = {
  queued: 'none',
  held: 'ok',
  sent: 'good',
  failed: 'problem',
  skipped: 'none',
};

/** Who was notified of an alarm, when and by what, and who was not and why; the newest first. */
export function AlarmNotifications({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const query = useData(api.alarm.notifications, { params: { id: alarm.id } }, { silent: true });
  if (!query.data) return null;
  return (
    <section>
      <Title order={3} mb="xs">
        {t('notified.title')}
      </Title>
      {query.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('notified.none')}
        </Text>
      ) : (
        <ul className={classes.notified}>
          {query.data.toReversed().map((one) => (
            <NotifiedPerson key={one.id} notification={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NotifiedPerson({ notification }: { notification: AlarmNotification }) {
  const t = useText();
  const { date } = useFormats();
  const { person, method, cause, step, state, reason, at, dueAt, group } = notification;
  const about = [
    ...(person ? [t(`values.method.${method}`)] : []),
    cause === 'escalation' ? t('notified.step', { step }) : t(`notified.causes.${cause}`),
  ].join(' · ');
  return (
    <li>
      <div className={classes.notifiedHead}>
        <bdi>{person?.name ?? t('values.method.webhook')}</bdi>
        <ToneChip tone={tones[state]}>{t(`notified.states.${state}`)}</ToneChip>
      </div>
      <div className={classes.notifiedAbout}>
        <span>{about}</span>
        {group && <bdi>{group.name}</bdi>}
        <Ago at={at} />
      </div>
      {reason && (
        <Text size="sm">
          {t(`notNotified.${reason}`)}
          {state === 'held' && dueAt && ` ${t('notified.until', { time: date(dueAt) })}`}
        </Text>
      )}
    </li>
  );
}
