import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { DeviceLink, deviceAddress } from '#core/devices/web/parts.tsx';
import { floorPlansAddress, siteAddress } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress, usualPage } from '#platform/common/pages/placed-pages.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { WaitingChip } from '#platform/web/offline/WaitingChip.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import { isWithinLimit } from '../../common/limit-text.ts';
import { ruleName } from '../../common/rule-name.ts';
import { AcknowledgedChip, ConditionChip, DispositionChip } from '../AlarmCells.tsx';
import classes from '../Alarms.module.css';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useCrossedText } from '../limits/crossed-text.ts';
import { useText } from '../texts.ts';
import { alarmSubjectAddress } from './alarm-subject.ts';
import { waitingAlarm } from './send-action.ts';

type Props = { alarm: AlarmDetail; app: AppManifest };

/** What an alarm is about, since when, and which companies it concerns. */
export function AlarmFacts({ alarm, app }: Props) {
  const t = useText();
  const { number } = useFormats();
  const { subject, outcome, party } = useAlarmTexts(app);
  const facts = [
    ['subject', <DeviceLink key="subject" to={alarmSubjectAddress(alarm)} name={alarm.subject.name} />],
    [
      'device',
      alarm.device && alarm.subject.type !== 'device' && (
        <DeviceLink key="device" to={deviceAddress(app, alarm.device)} name={alarm.device.name} />
      ),
    ],
    ['structure', alarm.structure && <SiteAndFloor key="structure" structure={alarm.structure} floor={alarm.floor} />],
    ['structure', alarm.party?.structure && <bdi key="named">{alarm.party.structure}</bdi>],
    ['devices', alarm.party?.devices?.length && <bdi key="devices">{formatList(alarm.party.devices)}</bdi>],
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
  );
}

/** How an alarm stands: its severity and handling, the value, and what to do. `ranked`: the app has shown how urgent it is. */
export function AlarmState({ alarm, app, ranked = false }: Props & { ranked?: boolean }) {
  const t = useText();
  const { measured, limits } = useAlarmTexts(app);
  const crossed = useCrossedText(limits)(alarm);
  const limit = crossed && isWithinLimit(alarm) ? t('crossed.limit', { crossed }) : crossed;
  const value = limit ? [measured({ ...alarm, limit: null }), limit].filter(Boolean).join(' – ') : measured(alarm);
  return (
    <div>
      <div className={classes.chips}>
        {!ranked && <SeverityChip value={alarm.severity} />}
        <ConditionChip value={alarm.condition} />
        <AcknowledgedChip value={alarm.acknowledged} app={app.id} />
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
