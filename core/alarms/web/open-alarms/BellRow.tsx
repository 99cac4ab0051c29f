import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import { WaitingChip } from '#platform/web/offline/WaitingChip.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Alarm } from '../../common/alarm.ts';
import { deskAddress } from '../../common/alarm-desk.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import { customName } from '../../common/rule-name.ts';
import { type ActionCall, siteOf } from '../alarm-calls.ts';
import { sendAction, waitingAlarm } from '../panel/send-action.ts';
import { showAlarmInBell } from '../panel/show-alarm.ts';
import { useText } from '../texts.ts';
import classes from './BellRow.module.css';
import { acknowledgeOf, type BellList } from './bell-lists.ts';

type Props = { alarm: Alarm; list: BellList; onLeave(): void; onFocus(): void };

/** An alarm as a link, with a button to acknowledge it where that is allowed. */
export function BellRow({ alarm, list, onLeave, onFocus }: Props) {
  const appTexts = useLabels(list.app.id);
  const sharedTexts = useLabels('alarms');
  const { language } = useFormats();
  const key = `alarms.${declaredKindOf(alarm)}`;
  const kind = customName(alarm.names, language) ?? (appTexts.has(key) ? appTexts.label(key) : sharedTexts.label(key));
  const call = acknowledgeOf(list);
  return (
    <li className={classes.row} onFocus={onFocus}>
      <Link to={deskAddress(alarm.id)} className={classes.link} onClick={onLeave} data-row>
        <span className={classes.what}>
          <SeverityChip value={alarm.severity} />
          <span className={classes.kind}>{kind}</span>
        </span>
        <span className={classes.where}>
          <bdi>{alarm.subject.name}</bdi>
          {alarm.structure && (
            <>
              {' · '}
              <bdi>{alarm.structure.name}</bdi>
            </>
          )}
          {' · '}
          <Ago at={alarm.lastAt} />
        </span>
      </Link>
      {call && alarm.actions.includes('acknowledge') && <Acknowledge alarm={alarm} kind={kind} call={call} />}
    </li>
  );
}

type AcknowledgeProps = { alarm: Alarm; kind: string; call: ActionCall };

function Acknowledge({ alarm, kind, call }: AcknowledgeProps) {
  const t = useText();
  const may = usePermitted(call.route.access, { resource: siteOf(alarm) });
  const waits = useWaitingOf(waitingAlarm(alarm.id));
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const acknowledge = () => {
    setPending(true);
    sendAction(call, { alarm, name: t('actions.acknowledge') })
      .then((after) => showAlarmInBell(client, after))
      // The client has shown the error as a notification.
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) notifyUnknownError(error);
      })
      .finally(() => setPending(false));
  };
  if (waits.length > 0) return <WaitingChip of={waitingAlarm(alarm.id)} />;
  if (!may) return null;
  return (
    <Tooltip label={t('actions.acknowledge')}>
      <ActionIcon
        size="lg"
        loading={pending}
        aria-label={t('bell.acknowledge', { alarm: kind, device: alarm.subject.name })}
        onClick={acknowledge}
      >
        <IconCheck size={iconSizes.md} />
      </ActionIcon>
    </Tooltip>
  );
}
