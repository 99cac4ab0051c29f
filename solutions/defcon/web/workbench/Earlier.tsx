import { Anchor, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { alarmSearch, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { defcon } from '../../app.ts';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

const shown = 5;

/** What has happened at the panel before, and how often it was nothing. */
export function Earlier({ file: { earlier, falseAlarms } }: { file: IncidentFile }) {
  const t = useText();
  const [params] = useSearchParams();
  const { kind, outcome } = useAlarmTexts(defcon);
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.earlier', { count: earlier.length })}</Title>
      <Text size="sm">{t('workbench.falseAlarms', { count: falseAlarms })}</Text>
      <ul className={classes.rows}>
        {earlier.slice(0, shown).map((one) => (
          <li key={one.id}>
            <Anchor component={Link} to={alarmSearch(params, one.id)} preventScrollReset size="sm">
              <bdi>{kind(one.kind)}</bdi>
            </Anchor>
            <Text size="sm">{outcome(one)}</Text>
            <Ago at={one.firstAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
