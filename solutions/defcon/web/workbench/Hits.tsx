import { Text, Title } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useGroupName, useZoneName } from '../panel/names.ts';
import { useEventName } from '../parts/event-names.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

/** What the panel has reported in this incident, the newest first. It grows while the incident is open. */
export function Hits({ file: { hits } }: { file: IncidentFile }) {
  const t = useText();
  const { date } = useFormats();
  const nameOf = useEventName();
  const zoneName = useZoneName();
  const groupName = useGroupName();
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.hits', { count: hits.filter(({ isHit }) => isHit).length })}</Title>
      <ol className={classes.rows} reversed>
        {[...hits].reverse().map((hit) => (
          <li key={hit.id}>
            <div className={classes.main}>
              <strong>
                <bdi>{hit.zone ? zoneName(hit.zone) : hit.group ? groupName(hit.group) : nameOf(hit)}</bdi>
              </strong>
              <Text size="sm">
                <bdi>{[nameOf(hit), hit.text, hit.user].filter(Boolean).join(' · ')}</bdi>
              </Text>
            </div>
            {hit.late && <ToneChip tone="poor">{t('late')}</ToneChip>}
            <Text size="sm" c="dimmed">
              <bdi>{date(hit.at)}</bdi>
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
