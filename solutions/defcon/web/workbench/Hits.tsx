import { Text, Title } from '@mantine/core';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useGroupName, useZoneName } from '../panel/names.ts';
import { isCode, useEventName } from '../parts/event-names.ts';
import { useText } from '../texts.ts';
import { HitPictures } from './HitPictures.tsx';
import classes from './Workbench.module.css';

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** What the panel has reported in this incident, the newest first. It grows while the incident is open. */
export function Hits({ alarm, file: { hits } }: Props) {
  const t = useText();
  const { date } = useFormats();
  const nameOf = useEventName();
  const zoneName = useZoneName();
  const groupName = useGroupName();
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.hits', { count: hits.filter(({ isHit }) => isHit).length })}</Title>
      <ol className={classes.rows} reversed>
        {[...hits].reverse().map((hit) => {
          const name = hit.zone ? zoneName(hit.zone) : hit.group ? groupName(hit.group) : nameOf(hit);
          return (
            <li key={hit.id}>
              <div className={classes.main}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <Text size="sm">
                  <bdi>{[nameOf(hit), hit.text, hit.user].filter(Boolean).join(' · ')}</bdi>
                  {isCode(hit.code) && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      <Bdi>{hit.code}</Bdi>
                    </Text>
                  )}
                </Text>
              </div>
              {hit.late && <ToneChip tone="poor">{t('late')}</ToneChip>}
              <Text size="sm" c="dimmed">
                <bdi>{date(hit.at, 'seconds')}</bdi>
              </Text>
              <HitPictures alarmId={alarm.id} hit={hit} name={name} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
