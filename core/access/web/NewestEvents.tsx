import { Text } from '@mantine/core';
import { useList } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import classes from './Access.module.css';
import { ResultChip } from './chips.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const shown = 10;

/** What happened last at a lock. */
export function NewestEvents({ deviceId }: { deviceId: number }) {
  const t = useText();
  const { calls } = useAccess();
  const { rows, retry } = useList(calls.accessLog.list, { limit: shown, total: false, filter: { deviceId } });
  useLive(['access'], () => retry());
  return (
    <Panel title={t('log.newest')}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('empty.accessLog.title')}</Text>
      ) : (
        <ul className={classes.plain}>
          {rows.map(({ id, time, action, result, by, method }) => (
            <li key={id} className={classes.event}>
              <ResultChip value={result} />
              <span>
                {t(`values.action.${action}`)} · <bdi>{by ?? t('log.unknown')}</bdi>
                {method && ` · ${t(`values.method.${method}`)}`}
              </span>
              <Ago at={time} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
