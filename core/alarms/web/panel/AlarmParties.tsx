import { Text, Title } from '@mantine/core';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import classes from '../Alarms.module.css';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useText } from '../texts.ts';

/** The further companies of an alarm, for its owner: who has seen it, who has to act, and who is no longer involved. */
export function AlarmParties({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const { party } = useAlarmTexts({ id: alarm.app });
  // A reply that an earlier version has kept for times without a network has none.
  const parties = alarm.parties ?? [];
  if (parties.length === 0) return null;
  return (
    <section>
      <Title order={3} mb="xs">
        {t('parties.title')}
      </Title>
      <ul className={classes.notified}>
        {parties.map(({ company, role, hasDesk, acknowledgedAt, acknowledgedBy, untilAt }) => (
          <li key={company.id}>
            <div className={classes.notifiedHead}>
              <bdi>{company.name}</bdi>
              {untilAt ? (
                <ToneChip tone="none">{t('parties.ended')}</ToneChip>
              ) : (
                <ToneChip tone={acknowledgedAt ? 'good' : 'ok'}>
                  {t(acknowledgedAt ? 'acknowledged' : 'unacknowledged')}
                </ToneChip>
              )}
            </div>
            <div className={classes.notifiedAbout}>
              <span>{party(role)}</span>
              {hasDesk && <span>{t('parties.desk')}</span>}
              {acknowledgedBy && <bdi>{acknowledgedBy.name}</bdi>}
              {(untilAt ?? acknowledgedAt) && (
                <Text span inherit>
                  <Ago at={untilAt ?? acknowledgedAt ?? ''} />
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
