import { Anchor, Title } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import { alarmSearch, DispositionChip } from '../AlarmCells.tsx';
import classes from '../Alarms.module.css';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const shownAlarms = 5;

/** The last closed alarms about the same subject, with how they ended. */
export function EarlierAlarms({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const [params] = useSearchParams();
  const { title } = useAlarmTexts({ id: alarm.app });
  const { type, id } = alarm.subject;
  const filter =
    type === 'device' ? { deviceId: String(id) } : { app: alarm.app, subjectType: type, subjectId: String(id) };
  const query = useData(
    api.alarm.history,
    // One more: the alarm itself may be closed.
    { list: { filter, limit: shownAlarms + 1, total: false } },
    { silent: true },
  );
  const earlier = (query.data?.data ?? []).filter(({ id }) => id !== alarm.id).slice(0, shownAlarms);
  if (earlier.length === 0) return null;
  return (
    <section>
      <Title order={3} mb="xs">
        {t('earlier')}
      </Title>
      <ul className={classes.earlier}>
        {earlier.map((one) => (
          <li key={one.id}>
            <Anchor component={Link} to={alarmSearch(params, one.id)} preventScrollReset size="sm">
              <bdi>{title(one)}</bdi>
            </Anchor>
            <Ago at={one.firstAt} />
            <DispositionChip alarm={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
