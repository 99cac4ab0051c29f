import { Alert, Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { siteAddress } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { panelAddress } from '../addresses.ts';
import { GroupChips } from '../panel/GroupChips.tsx';
import { useText } from '../texts.ts';
import { Clock } from './Clock.tsx';
import { RankChip } from './RankChip.tsx';
import classes from './Workbench.module.css';

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** How long it has lasted, where it is, and how sure it is. */
export function Situation({ alarm, file }: Props) {
  const t = useText();
  const { date } = useFormats();
  // The police knows the site and the panel by the dossier alone.
  const seesPanel = alarm.party === null || alarm.party.role === 'monitor';
  const { site, panel, groups, confirmed, cancelled } = file;
  return (
    <section className={classes.part} aria-label={t('workbench.situation')}>
      <Group gap="sm">
        <RankChip rank={file.rank} />
        <span className={classes.clock}>
          <Clock since={alarm.firstAt} until={alarm.closedAt} />
        </span>
        {confirmed !== 'none' && <ToneChip tone="problem">{t(`values.confirmed.${confirmed}`)}</ToneChip>}
      </Group>
      {cancelled && (
        <Alert color="yellow">
          {t('workbench.cancelled', { name: cancelled.by ?? t('workbench.somebody'), at: date(cancelled.at) })}
        </Alert>
      )}
      {site && (
        <div>
          {alarm.party ? (
            <Text fw={600}>
              <bdi>{site.name}</bdi>
            </Text>
          ) : (
            <Anchor component={Link} to={siteAddress(site.id)} fw={600}>
              <bdi>{site.name}</bdi>
            </Anchor>
          )}
          {site.address && (
            <Text size="sm">
              <bdi>{site.address}</bdi>
            </Text>
          )}
        </div>
      )}
      {panel && (
        <Group gap="xs">
          {seesPanel ? (
            <Anchor component={Link} to={panelAddress(panel.id)} size="sm">
              <bdi>{panel.name}</bdi>
            </Anchor>
          ) : (
            <Text span size="sm">
              <bdi>{panel.name}</bdi>
            </Text>
          )}
          <GroupChips groups={groups} />
          {panel.connection === 'offline' && <ToneChip tone="poor">{t('values.trouble.offline')}</ToneChip>}
          {panel.testUntil && <ToneChip tone="poor">{t('testTitle')}</ToneChip>}
        </Group>
      )}
    </section>
  );
}
