import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheckFilled, IconCloudUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { deviceCallsOf, useDevice } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { sparking } from '../../app.ts';
import type { PairedSensor } from '../../common/pairing.ts';
import { useText } from '../api.ts';
import type { BayNow } from './bays-now.ts';
import classes from './Pairing.module.css';
import { isHeard, missingOf, patienceMs, reportedState } from './sensor-report.ts';
import type { Done } from './use-pairing.ts';

/** Live events of sensors without a subscription are not sent, so that they are also asked for. */
const pollMs = 5000;
const calls = deviceCallsOf(sparking);

type Props = { done: Done; bay: BayNow | undefined; busy: boolean; onUndo(): void };

/** The pairing that was made last: whether its sensor reports, and the way back. */
export function LastPair({ done, bay, busy, onUndo }: Props) {
  const t = useText();
  const { serial } = done;
  const kept = bay?.kept?.serial === serial ? bay.kept : null;
  const sensor = done.sensor ?? (bay?.sensor?.serial === serial ? bay.sensor : null);
  return (
    <Panel title={t('pair.last')}>
      <Stack gap="sm">
        <Group gap="sm" align="baseline">
          <bdi className={classes.number}>{bay?.number}</bdi>
          <Bdi>{serial}</Bdi>
        </Group>
        {kept?.state === 'waiting' ? (
          <div className={classes.report} role="status">
            <IconCloudUpload size={iconSizes.lg} aria-hidden />
            <Text>{t('pair.waits')}</Text>
          </div>
        ) : kept ? (
          <Alert color="red" variant="light" role="alert" title={t(`pair.kept.${kept.state}`)}>
            {kept.reason || t('pair.expired')}
          </Alert>
        ) : (
          sensor && <Report sensor={sensor} />
        )}
        <Button
          variant="default"
          size="md"
          loading={busy}
          leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
          onClick={onUndo}
        >
          {t(kept && kept.state !== 'waiting' ? 'pair.correct' : 'pair.undo')}
        </Button>
      </Stack>
    </Panel>
  );
}

/** True once a sensor that was disturbed would have reported. */
function useIsLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** Waits for the next report of the sensor: it turns green, or says what is missing. */
function Report({ sensor: { id, heardAt } }: { sensor: PairedSensor }) {
  const t = useText();
  const late = useIsLate();
  const { data: device, isError } = useDevice(calls, id);
  const heard = device ? isHeard(device, heardAt) : false;
  useData(calls.get, { params: { id } }, { silent: true, refetchInterval: heard ? false : pollMs, staleTime: 0 });
  if (isError && !device) return <Alert role="alert">{t('pair.cannotWait')}</Alert>;
  const missing = device ? missingOf(device, { heardAt, late }) : [];
  const state = device ? reportedState(device) : null;
  return (
    <>
      <div className={classes.report} data-heard={heard || undefined} role="status">
        {heard ? (
          <>
            <IconCircleCheckFilled size={iconSizes.lg} aria-hidden />
            <Text fw={600}>{state ? t(`pair.reports.${state}`) : t('pair.heard')}</Text>
          </>
        ) : (
          <>
            <Loader size="sm" aria-hidden />
            <Text>{t(late ? 'pair.stillWaiting' : 'pair.waitsForReport')}</Text>
          </>
        )}
      </div>
      {missing.map((one) => (
        <Alert key={one} color="yellow" variant="light" role="note">
          {t(`pair.missing.${one}`)}
          {one === 'silent' && device && (
            <>
              {' '}
              {t('pair.lastHeard')} <Ago at={device.lastSeenAt} />
            </>
          )}
        </Alert>
      ))}
    </>
  );
}
