import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { type AccessLogLine, isOfSomebody } from '../common/access-log.ts';
import classes from './Access.module.css';
import { ResultChip } from './chips.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const fewEvents = 10;

/** Who did it; empty for events that do not involve a person. */
function By({ by, action }: Pick<AccessLogLine, 'by' | 'action'>) {
  const t = useText();
  const who = by ?? (isOfSomebody(action) ? t('log.unknown') : null);
  return (
    who && (
      <>
        {' · '}
        <bdi>{who}</bdi>
      </>
    )
  );
}

/** The latest events of a lock, or of all locks. */
export function NewestEvents({ deviceId, shown = fewEvents }: { deviceId?: number; shown?: number }) {
  const t = useText();
  const scrolls = shown > fewEvents;
  const { app, calls } = useAccess();
  const { rows, loading, error, retry } = useList(calls.accessLog.list, {
    limit: shown,
    total: false,
    ...(deviceId === undefined ? {} : { filter: { deviceId } }),
  });
  useLive(['access'], () => retry());
  return (
    <Panel title={t('log.newest')}>
      {loading && <Skeleton h={sizes.chart} radius="lg" aria-busy />}
      {error && rows.length === 0 && <FailedState error={error} onRetry={retry} />}
      {!loading && !error && rows.length === 0 && <Text c="dimmed">{t('empty.accessLog.title')}</Text>}
      {rows.length > 0 && (
        // What scrolls is reached by keyboard.
        <ul className={classes.plain} data-scrolls={scrolls || undefined} {...(scrolls && { tabIndex: 0 })}>
          {rows.map(({ id, time, device, action, result, by, method }) => (
            <li key={id} className={classes.event}>
              {result && <ResultChip value={result} />}
              <span className={classes.what}>
                {deviceId === undefined && (
                  <>
                    <Anchor component={Link} to={deviceAddress(app, device)} inherit>
                      <bdi>{device.name}</bdi>
                    </Anchor>
                    {' · '}
                  </>
                )}
                {t(`values.action.${action}`)}
                <By by={by} action={action} />
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
