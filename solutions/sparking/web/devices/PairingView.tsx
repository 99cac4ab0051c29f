import { Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { devicesMapAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { BayPanel } from './BayPanel.tsx';
import { BayRows } from './BayRows.tsx';
import { type BayNow, hasSensor } from './bays-now.ts';
import { LastPair } from './LastPair.tsx';
import { PairForm } from './PairForm.tsx';
import classes from './Pairing.module.css';
import { useBays, usePairing } from './use-pairing.ts';

/** Sensors are paired with the bays of a car park one after the other, with one thumb, also without a network. */
export function PairingView({ locationId }: { locationId: number }) {
  const t = useText();
  const { query, bays } = useBays(locationId);
  const location = useData(api.location.get, { params: { id: locationId } }, { silent: true }).data;
  return (
    <PageFrame
      title={location ? t('pair.at', { name: location.name }) : t('pair.title')}
      parents={[{ label: t('pages.devices-map'), to: devicesMapAddress }]}
    >
      {!bays ? (
        <QueryBoundary of={query} />
      ) : bays.length === 0 ? (
        <EmptyState title={t('empty.slot.title')} text={t('empty.slot.text')} />
      ) : (
        <Pairs locationId={locationId} bays={bays} />
      )}
    </PageFrame>
  );
}

function Pairs({ locationId, bays }: { locationId: number; bays: readonly BayNow[] }) {
  const t = useText();
  const pairing = usePairing(locationId, bays);
  const { last } = pairing;
  const [opened, setOpened] = useState<number | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const paired = bays.filter(hasSensor).length;
  const bay = bays.find(({ id }) => id === opened);
  const toForm = () => top.current?.scrollIntoView({ block: 'start' });
  function open(one: BayNow): void {
    if (one.sensor || one.kept) setOpened(one.id);
    else {
      pairing.choose(one.id);
      toForm();
    }
  }
  return (
    <div className={classes.pairs}>
      <Stack gap="md" ref={top} className={classes.work}>
        <div>
          <Text size="sm" role="status">
            {t('pair.progress', { count: bays.length, paired })}
          </Text>
          <Progress value={(100 * paired) / bays.length} aria-label={t('pair.progressLabel')} mt={4} />
        </div>
        <PairForm pairing={pairing} bays={bays} />
        {last && (
          <LastPair
            key={`${last.bayId} ${last.serial}`}
            done={last}
            bay={bays.find(({ id }) => id === last.bayId)}
            busy={pairing.busy}
            onUndo={() => void pairing.undo(last)}
          />
        )}
      </Stack>
      <Panel title={t('lists.slot')}>
        <BayRows bays={bays} onOpen={open} />
      </Panel>
      {bay && (bay.sensor || bay.kept) && (
        <BayPanel
          bay={bay}
          bays={bays}
          onCorrect={(kept) => {
            pairing.correct(kept);
            toForm();
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
