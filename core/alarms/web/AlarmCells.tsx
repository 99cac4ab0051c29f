import { Anchor } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { WaitingIcon } from '#platform/web/offline/WaitingChip.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip, StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Alarm } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import { useAlarmTexts } from './alarm-texts.ts';
import { useHighlighted } from './highlight-new.ts';
import { waitingAlarm } from './panel/send-action.ts';
import { useText } from './texts.ts';

const conditionTones: Record<Alarm['condition'], Tone> = { active: 'poor', cleared: 'good' };
const dispositionTones: Record<Alarm['disposition'] | 'auto', Tone> = {
  auto: 'none',
  open: 'none',
  escalated: 'ok',
  terminated: 'none',
  rejected: 'none',
};

/** The query of the page with this alarm in the split view; other parameters are kept. */
export function alarmSearch(params: URLSearchParams, id: number | null): string {
  const next = new URLSearchParams(params);
  // The question from a mail concerns only its own alarm.
  next.delete('do');
  if (id === null) next.delete('alarm');
  else next.set('alarm', String(id));
  return `?${next}`;
}

/** The kind of an alarm as a link. New alarms are highlighted. */
export function KindCell({ alarm }: { alarm: Alarm }) {
  const t = useText();
  const [params] = useSearchParams();
  const { title } = useAlarmTexts({ id: alarm.app });
  const fresh = useHighlighted(alarm.id);
  return (
    <span className={fresh ? classes.fresh : undefined}>
      {fresh && <IconBellRinging size={iconSizes.sm} className={classes.bell} role="img" aria-label={t('new')} />}
      <WaitingIcon of={waitingAlarm(alarm.id)} />{' '}
      <Anchor component={Link} to={alarmSearch(params, alarm.id)} preventScrollReset fw={550} inherit tabIndex={-1}>
        <bdi>{title(alarm)}</bdi>
      </Anchor>
    </span>
  );
}

export function ConditionChip({ value }: { value: Alarm['condition'] }) {
  return <StatusChip namespace="alarms" field="condition" value={value} tones={conditionTones} />;
}

/** How an alarm was handled. Alarms that no person closed were resolved automatically. */
export function DispositionChip({ alarm }: { alarm: Pick<Alarm, 'disposition' | 'closedBySystem'> }) {
  const value = alarm.closedBySystem ? 'auto' : alarm.disposition;
  return <StatusChip namespace="alarms" field="disposition" value={value} tones={dispositionTones} />;
}

/** Whether somebody has acknowledged an alarm. An app may have words of its own for it. */
export function AcknowledgedChip({ value, app }: { value: boolean; app?: string }) {
  const t = useText();
  const { has, label } = useLabels(app ?? 'alarms');
  const own = `values.acknowledged.${value}`;
  const text = has(own) ? label(own) : t(value ? 'acknowledged' : 'unacknowledged');
  return <ToneChip tone={value ? 'good' : 'ok'}>{text}</ToneChip>;
}

/** The card of an alarm. */
export function AlarmCard({ alarm }: { alarm: Alarm }) {
  return (
    <>
      <div className={classes.chips}>
        <SeverityChip value={alarm.severity} />
        <ConditionChip value={alarm.condition} />
        {alarm.disposition === 'open' ? (
          <AcknowledgedChip value={alarm.acknowledged} app={alarm.app} />
        ) : (
          <DispositionChip alarm={alarm} />
        )}
      </div>
      <div className={classes.cardFoot}>
        <bdi>{[alarm.subject.name, alarm.structure?.name ?? alarm.party?.structure].filter(Boolean).join(' · ')}</bdi>
        <Ago at={alarm.lastAt} />
      </div>
    </>
  );
}
