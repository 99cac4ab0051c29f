import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '#platform/web/client/notices.ts';
import { waiting } from '#platform/web/offline/send-or-keep.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PairedSensor } from '../../common/pairing.ts';
import { useText } from '../api.ts';
import type { BayNow, KeptPair } from './bays-now.ts';
import { usePlacing } from './use-pairing.ts';

type Props = { bay: BayNow; bays: readonly BayNow[]; onCorrect(pair: KeptPair): void; onClose(): void };

/** A bay that has a sensor, or for which this phone keeps one. */
export function BayPanel({ bay, bays, onCorrect, onClose }: Props) {
  const t = useText();
  return (
    <SidePanel title={t('check.title', { number: bay.number })} onClose={onClose} sheet>
      {bay.kept ? (
        <Kept kept={bay.kept} onCorrect={onCorrect} onClose={onClose} />
      ) : (
        bay.sensor && <Paired bay={bay} sensor={bay.sensor} bays={bays} onClose={onClose} />
      )}
    </SidePanel>
  );
}

/** A pairing that waits for a network, or that the server refused. */
function Kept({ kept, onCorrect, onClose }: Pick<Props, 'onCorrect' | 'onClose'> & { kept: KeptPair }) {
  const t = useText();
  const { key, serial, state, reason } = kept;
  const settle = (work: Promise<void>) => void work.then(onClose);
  return (
    <Stack>
      <Bdi>{serial}</Bdi>
      {state === 'waiting' ? (
        <Text>{t('pair.waits')}</Text>
      ) : (
        <Alert color="red" variant="light" role="alert" title={t(`pair.kept.${state}`)}>
          {reason || t('pair.expired')}
        </Alert>
      )}
      {state !== 'waiting' && (
        <>
          <Button
            size="md"
            onClick={() => {
              onCorrect(kept);
              onClose();
            }}
          >
            {t('pair.correct')}
          </Button>
          <Button size="md" variant="default" onClick={() => settle(waiting.retry(key))}>
            {t('pair.again')}
          </Button>
        </>
      )}
      <Button size="md" variant="default" onClick={() => settle(waiting.discard(key))}>
        {t('pair.discard')}
      </Button>
    </Stack>
  );
}

type PairedProps = Pick<Props, 'bay' | 'bays' | 'onClose'> & { sensor: PairedSensor };

/** Exchanges two sensors that were mixed up, in one step, or takes one out. */
function Paired({ bay, sensor, bays, onClose }: PairedProps) {
  const t = useText();
  const { place, pending } = usePlacing();
  const [other, setOther] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const others = bays.filter((one) => one.sensor && !one.kept && one.id !== bay.id);
  async function move(to: { space: number | null; swap?: true }, message: string): Promise<void> {
    const reason = await place({ id: sensor.id, ...to });
    setRefusal(reason);
    if (reason !== null) return;
    notify({ kind: 'success', message });
    onClose();
  }
  const chosen = others.find(({ id }) => String(id) === other);
  return (
    <Stack>
      <Facts
        items={[
          [t('pair.serial'), <Bdi key="serial">{sensor.serial}</Bdi>],
          [t('columns.device'), sensor.name],
          [t('columns.heardAt'), <Ago key="heard" at={sensor.heardAt} none={t('pair.neverHeard')} />],
        ]}
      />
      {refusal !== null && (
        <Alert color="red" variant="light" role="alert">
          {refusal}
        </Alert>
      )}
      <Select
        label={t('pair.swapWith')}
        description={t('pair.swapHint')}
        value={other}
        onChange={setOther}
        data={others.map(({ id, number }) => ({ value: String(id), label: number }))}
        nothingFoundMessage={t('pair.noBay')}
        limit={50}
        searchable
        size="md"
      />
      <Button
        size="md"
        disabled={!chosen}
        loading={pending}
        leftSection={<IconArrowsExchange size={iconSizes.md} aria-hidden />}
        onClick={() =>
          chosen &&
          void move({ space: chosen.id, swap: true }, t('pair.swapped', { number: bay.number, other: chosen.number }))
        }
      >
        {t('pair.swap')}
      </Button>
      <Button
        size="md"
        variant="default"
        disabled={pending}
        onClick={() => void move({ space: null }, t('pair.takenOut', { number: bay.number }))}
      >
        {t('pair.takeOut')}
      </Button>
    </Stack>
  );
}
