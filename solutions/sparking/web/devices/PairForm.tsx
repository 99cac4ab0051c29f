import { Alert, Button, Select, Stack, TextInput } from '@mantine/core';
import { IconArrowsExchange, IconLink, IconScan } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Scanner } from '#core/devices/web/parts.tsx';
import { Loading } from '#platform/web/shell/layout/Loading.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../api.ts';
import { type BayNow, hasSensor, type Outlook, readScan } from './bays-now.ts';
import classes from './Pairing.module.css';
import type { Pairing } from './use-pairing.ts';

/** At most so many bays are offered at once; the others are found by their number. */
const mostOptions = 50;

/** The sensor and its bay, scanned or typed in either order, and one large button. */
export function PairForm({ pairing, bays }: { pairing: Pairing; bays: readonly BayNow[] }) {
  const t = useText();
  const { typed, bay, outlook, refusal, busy } = pairing;
  const [scanning, setScanning] = useState(false);
  const [unread, setUnread] = useState(false);
  const isReady = outlook.kind === 'ready' || outlook.kind === 'moves';

  function read(text: string): void {
    const found = readScan(text, bays);
    setUnread(found === null);
    setScanning(false);
    if (!found) return;
    if ('bay' in found) pairing.choose(found.bay.id);
    else pairing.enter(found.serial);
  }
  return (
    <Panel title={t('pair.next')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void pairing.pair();
        }}
      >
        <Stack gap="sm">
          {scanning && (
            <Suspense fallback={<Loading />}>
              <Scanner onFound={read} />
            </Suspense>
          )}
          <TextInput
            label={t('pair.serial')}
            value={typed}
            onChange={(event) => pairing.enter(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={120}
            dir="ltr"
            size="md"
          />
          <Select
            label={t('pair.bay')}
            value={bay ? String(bay.id) : null}
            onChange={(id) => pairing.choose(id === null ? null : Number(id))}
            data={bays.map((one) => ({ value: String(one.id), label: one.number }))}
            renderOption={({ option }) => <BayOption bay={bays.find(({ id }) => String(id) === option.value)} />}
            limit={mostOptions}
            nothingFoundMessage={t('pair.noBay')}
            searchable
            size="md"
          />
          {unread && <Alert role="alert">{t('pair.unread')}</Alert>}
          <Advice outlook={outlook} bay={bay} />
          {refusal !== null && (
            <Alert color="red" variant="light" role="alert">
              {refusal}
            </Alert>
          )}
          {outlook.kind === 'swaps' ? (
            <Button
              size="lg"
              loading={busy}
              leftSection={<IconArrowsExchange size={iconSizes.md} aria-hidden />}
              onClick={() => void pairing.swap()}
            >
              {t('pair.swap')}
            </Button>
          ) : (
            <Button
              type="submit"
              size="lg"
              variant={isReady ? 'filled' : 'default'}
              disabled={!isReady}
              loading={busy}
              leftSection={<IconLink size={iconSizes.md} aria-hidden />}
            >
              {bay ? <bdi>{t('pair.with', { number: bay.number })}</bdi> : t('pair.do')}
            </Button>
          )}
          <Button
            size="lg"
            variant={isReady ? 'default' : 'filled'}
            leftSection={<IconScan size={iconSizes.md} aria-hidden />}
            onClick={() => {
              setUnread(false);
              setScanning(!scanning);
            }}
          >
            {t(scanning ? 'pair.stop' : typed === '' ? 'pair.scanSensor' : 'pair.scanBay')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function BayOption({ bay }: { bay: BayNow | undefined }) {
  const t = useText();
  if (!bay) return null;
  const more = [bay.floor?.name, hasSensor(bay) ? t('pair.hasSensor') : null].filter(Boolean).join(' · ');
  return (
    <span className={classes.option}>
      <bdi>{bay.number}</bdi>
      <span className={classes.more}>{more}</span>
    </span>
  );
}

/** What would go wrong, said before anything is sent. */
function Advice({ outlook, bay }: { outlook: Outlook; bay: BayNow | null }) {
  const t = useText();
  const number = bay?.number;
  if (outlook.kind === 'incomplete' || outlook.kind === 'ready') return null;
  const other = 'from' in outlook ? outlook.from.number : 'at' in outlook ? outlook.at.number : undefined;
  const sensor = 'sensor' in outlook ? outlook.sensor : undefined;
  const isFault = outlook.kind.startsWith('bay-') || outlook.kind === 'sensor-waits';
  return (
    <Alert color={isFault ? 'red' : 'yellow'} variant="light" role="alert">
      {t(`pair.outlook.${outlook.kind}`, { number, other, sensor })}
    </Alert>
  );
}
