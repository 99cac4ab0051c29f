import { CloseButton, Skeleton, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Place } from '#platform/web/shell/layout/Place.tsx';
import { placedParts } from '#platform/web/shell/layout/shell-parts.ts';
import { sizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import classes from '../Alarms.module.css';
import { appOfAlarm } from '../alarm-calls.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmChart } from './AlarmChart.tsx';
import { AlarmFacts, AlarmState } from './AlarmFacts.tsx';
import { AlarmNotifications } from './AlarmNotifications.tsx';
import { AlarmParties } from './AlarmParties.tsx';
import { AlarmTimeline } from './AlarmTimeline.tsx';
import { EarlierAlarms } from './EarlierAlarms.tsx';
import { LinkedCommands } from './LinkedCommands.tsx';
import { ShownAlarm } from './shown-alarm.ts';

type Props = { id: number; onClose?: () => void };

/** The details of an alarm: facts, actions and timeline. */
export function AlarmDetails({ id, onClose }: Props) {
  const t = useText();
  const kitText = useKitText();
  const client = useQueryClient();
  const args = { params: { id } };
  const query = useData(api.alarm.get, args, { silent: true });
  useLive(
    ['alarms'],
    (event) => {
      if (event.own || (event.data as { id: number }).id !== id) return;
      refetchQueries(client, api.alarm.get.key(args));
      refetchQueries(client, api.alarm.notifications.key(args));
    },
    api.alarm.get.key(args),
  );
  const alarm = query.data;
  const gone = query.error instanceof RequestError && query.error.status === 404;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {alarm ? <AlarmTitle alarm={alarm} /> : t('details')}
        </Title>
        {onClose && <CloseButton onClick={onClose} aria-label={kitText('actions.close')} />}
      </div>
      {alarm ? (
        <div className={classes.body}>
          <AlarmParts alarm={alarm} />
        </div>
      ) : gone ? (
        <EmptyState drawing="bell" title={t('gone.title')} text={t('gone.text')} />
      ) : query.isError ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Stack className={classes.body} aria-busy="true">
          <Skeleton h={sizes.touch} />
          <Skeleton h={sizes.chart} />
        </Stack>
      )}
    </>
  );
}

function AlarmTitle({ alarm }: { alarm: AlarmDetail }) {
  const { title } = useAlarmTexts({ id: alarm.app });
  return <bdi>{title(alarm)}</bdi>;
}

function AlarmParts({ alarm }: { alarm: AlarmDetail }) {
  const app = appOfAlarm(alarm);
  // What an app shows first of a class says where it is and how urgent; the facts are then below the actions.
  const begin = `alarm-${app.id}-${alarm.class}`;
  const begins = placedParts(begin).length > 0;
  return (
    <ShownAlarm value={alarm}>
      <div className={classes.parts}>
        <Stack gap="md">
          <Place name={begin} />
          <AlarmState alarm={alarm} app={app} ranked={begins} />
          {!begins && <AlarmFacts alarm={alarm} app={app} />}
          <LinkedCommands alarm={alarm} app={app} />
          <AlarmActions alarm={alarm} app={app} />
        </Stack>
        <div className={classes.placed}>
          <Place name={`alarm-${app.id}`} />
        </div>
        <Stack gap="md">
          {begins && <AlarmFacts alarm={alarm} app={app} />}
          <AlarmParties alarm={alarm} />
          <AlarmChart alarm={alarm} app={app} />
          <AlarmTimeline alarm={alarm} app={app} />
          <AlarmNotifications alarm={alarm} />
          <EarlierAlarms alarm={alarm} />
        </Stack>
      </div>
    </ShownAlarm>
  );
}
