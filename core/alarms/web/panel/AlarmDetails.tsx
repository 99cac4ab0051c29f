import { Anchor, CloseButton, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { floorPlansAddress, siteAddress } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress, usualPage } from '#platform/common/pages/placed-pages.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { WaitingChip } from '#platform/web/offline/WaitingChip.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Place } from '#platform/web/shell/layout/Place.tsx';
import { sizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import { isWithinLimit } from '../../common/limit-text.ts';
import { ruleName } from '../../common/rule-name.ts';
import { AcknowledgedChip, ConditionChip, DispositionChip } from '../AlarmCells.tsx';
import classes from '../Alarms.module.css';
import { appOfAlarm } from '../alarm-calls.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import { useCrossedText } from '../limits/crossed-text.ts';
import { useText } from '../texts.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmChart } from './AlarmChart.tsx';
import { AlarmNotifications } from './AlarmNotifications.tsx';
import { AlarmParties } from './AlarmParties.tsx';
import { AlarmTimeline } from './AlarmTimeline.tsx';
import { alarmSubjectAddress } from './alarm-subject.ts';
import { EarlierAlarms } from './EarlierAlarms.tsx';
import { LinkedCommands } from './LinkedCommands.tsx';
import { waitingAlarm } from './send-action.ts';
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
  return (
    <div className={classes.parts}>
      <Stack gap="md">
        <AlarmFacts alarm={alarm} app={app} />
        <LinkedCommands alarm={alarm} app={app} />
        <AlarmActions alarm={alarm} app={app} />
      </Stack>
      <div className={classes.placed}>
        <ShownAlarm value={alarm}>
          <Place name={`alarm-${app.id}`} />
        </ShownAlarm>
      </div>
      <Stack gap="md">
        <AlarmParties alarm={alarm} />
        <AlarmChart alarm={alarm} app={app} />
        <AlarmTimeline alarm={alarm} app={app} />
        <AlarmNotifications alarm={alarm} />
        <EarlierAlarms alarm={alarm} />
      </Stack>
    </div>
  );
}

function AlarmFacts({ alarm, app }: { alarm: AlarmDetail; app: AppManifest }) {
  const t = useText();
  const { number } = useFormats();
  const { measured, limits, subject, outcome, party } = useAlarmTexts(app);
  const crossed = useCrossedText(limits)(alarm);
  const limit = crossed && isWithinLimit(alarm) ? t('crossed.limit', { crossed }) : crossed;
  const value = limit ? [measured({ ...alarm, limit: null }), limit].filter(Boolean).join(' – ') : measured(alarm);
  const facts = [
    ['subject', <DeviceLink key="subject" to={alarmSubjectAddress(alarm)} name={alarm.subject.name} />],
    ['structure', alarm.structure && <SiteAndFloor key="structure" structure={alarm.structure} floor={alarm.floor} />],
    ['structure', alarm.party?.structure && <bdi key="named">{alarm.party.structure}</bdi>],
    ['devices', alarm.party?.devices?.length && <bdi key="devices">{alarm.party.devices.join(', ')}</bdi>],
    ['role', alarm.party && party(alarm.party.role)],
    ['desk', alarm.desk && <Desk key="desk" desk={alarm.desk} name={party(alarm.desk.role)} />],
    ['outcome', alarm.outcome && <bdi key="outcome">{outcome(alarm)}</bdi>],
    ['rule', alarm.rule && <RuleLink key="rule" app={app} rule={alarm.rule} />],
    ['lastAt', <Ago key="last" at={alarm.lastAt} />],
    ['firstAt', alarm.count > 1 && <Ago key="first" at={alarm.firstAt} />],
    ['count', alarm.count > 1 && number(alarm.count)],
    ['escalatedTo', alarm.escalatedTo && <bdi key="to">{alarm.escalatedTo.name}</bdi>],
  ] as const;
  return (
    <div>
      <div className={classes.chips}>
        <SeverityChip value={alarm.severity} />
        <ConditionChip value={alarm.condition} />
        <AcknowledgedChip value={alarm.acknowledged} />
        {alarm.disposition !== 'open' && <DispositionChip alarm={alarm} />}
        <WaitingChip of={waitingAlarm(alarm.id)} />
      </div>
      {value && (
        <Text mt="sm" fw={600} className={classes.message}>
          <bdi>{value}</bdi>
        </Text>
      )}
      {alarm.message && (
        <Text mt="sm" className={classes.message}>
          <bdi>{alarm.message}</bdi>
        </Text>
      )}
      {alarm.guidance && (
        <section className={classes.guidance}>
          <Title order={3}>{t('guidanceTitle')}</Title>
          <Text size="sm" className={classes.message}>
            <bdi>{alarm.guidance}</bdi>
          </Text>
        </section>
      )}
      <dl className={classes.facts}>
        {facts.map(
          ([key, shown]) =>
            shown && (
              <div key={key}>
                <dt>{key === 'subject' ? subject(alarm) : t(`facts.${key}`)}</dt>
                <dd>{shown}</dd>
              </div>
            ),
        )}
        {alarm.party?.facts?.map(({ name, value: shown }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{shown}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type DeskProps = { desk: NonNullable<AlarmDetail['desk']>; name: string };

/** Which company has to act, and since when it has acknowledged the alarm. */
function Desk({ desk: { mine, acknowledgedAt, acknowledgedBy }, name }: DeskProps) {
  const t = useText();
  return (
    <>
      {mine ? t('deskMine') : name}
      {acknowledgedAt && (
        <>
          {' · '}
          {acknowledgedBy ? <bdi>{acknowledgedBy.name}</bdi> : t('deskSeen')} <Ago at={acknowledgedAt} />
        </>
      )}
    </>
  );
}

type PlaceProps = { structure: NonNullable<AlarmDetail['structure']>; floor: AlarmDetail['floor'] };

/** The site and floor, as links to their pages. */
function SiteAndFloor({ structure, floor }: PlaceProps) {
  return (
    <>
      <Anchor component={Link} to={siteAddress(structure.id)} inherit>
        <bdi>{structure.name}</bdi>
      </Anchor>
      {floor && (
        <>
          {' › '}
          <Anchor component={Link} to={floorPlansAddress(structure.id, floor.id)} inherit>
            <bdi>{floor.name}</bdi>
          </Anchor>
        </>
      )}
    </>
  );
}

/** The usual path of the page of an app on which rules are changed. */
const rulePage = 'rules/{id}/edit';
type RuleLinkProps = { app: AppManifest; rule: NonNullable<AlarmDetail['rule']> };

/** The rule of the alarm, as a link for those who may change rules. */
function RuleLink({ app, rule }: RuleLinkProps) {
  const may = usePermitted(canDo(`${app.id}.rule`, 'update'));
  const name = ruleName(rule, useFormats().language);
  if (!may || !usualPage(app, rulePage)) return <bdi>{name}</bdi>;
  return (
    <Anchor component={Link} to={usualAddress(app, rulePage, { id: rule.id })} inherit>
      <bdi>{name}</bdi>
    </Anchor>
  );
}
