import { SegmentedControl, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../api.ts';
import { type BayNow, hasSensor } from './bays-now.ts';
import classes from './Pairing.module.css';

const shows = ['left', 'all'] as const;
/** A phone does not draw a thousand rows; a search finds the others. */
const mostRows = 50;

const matches = ({ number, code, sensor, kept }: BayNow, search: string): boolean =>
  [number, code, sensor?.serial, sensor?.name, kept?.serial].some((text) =>
    text?.toLowerCase().includes(search.toLowerCase()),
  );

type Props = { bays: readonly BayNow[]; onOpen(bay: BayNow): void };

/** The bays of a location in the order of a walk, each with its sensor. */
export function BayRows({ bays, onOpen }: Props) {
  const t = useText();
  const [show, setShow] = useState<(typeof shows)[number]>('left');
  const [search, setSearch] = useState('');
  // What was refused has still to be done, and comes first: the installer may be far from there by now.
  const left = bays.filter((bay) => !hasSensor(bay)).toSorted((a, b) => Number(!a.kept) - Number(!b.kept));
  const found = (show === 'left' && search === '' ? left : bays).filter((bay) => matches(bay, search.trim()));
  return (
    <Stack gap="sm">
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          aria-label={t('pair.find')}
          placeholder={t('pair.find')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          value={show}
          onChange={setShow}
          data={[
            { value: 'left', label: t('pair.left', { count: left.length }) },
            { value: 'all', label: t('pair.all', { count: bays.length }) },
          ]}
        />
      </div>
      {found.length === 0 && (
        <Text c="dimmed" size="sm">
          {t(search === '' ? 'pair.allDone' : 'pair.noBay')}
        </Text>
      )}
      <ul className={classes.bays}>
        {found.slice(0, mostRows).map((bay) => (
          <li key={bay.id}>
            <UnstyledButton className={classes.bay} onClick={() => onOpen(bay)}>
              <bdi className={classes.number}>{bay.number}</bdi>
              <span className={classes.what}>
                <What bay={bay} />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length > mostRows && (
        <Text c="dimmed" size="sm">
          {t('pair.more', { count: found.length - mostRows })}
        </Text>
      )}
    </Stack>
  );
}

function What({ bay: { sensor, kept, floor, watchedBy } }: { bay: BayNow }) {
  const t = useText();
  if (kept)
    return (
      <>
        <Bdi>{kept.serial}</Bdi>
        <ToneChip tone={kept.state === 'waiting' ? 'none' : 'poor'}>{t(`pair.kept.${kept.state}`)}</ToneChip>
        {kept.state === 'refused' && <span className={classes.more}>{kept.reason}</span>}
      </>
    );
  if (!sensor && watchedBy)
    return (
      <>
        <bdi>{watchedBy.name}</bdi>
        <span className={classes.more}>{t('pair.channel', { channel: watchedBy.channel })}</span>
      </>
    );
  if (!sensor)
    return <span className={classes.more}>{[floor?.name, t('pair.noSensor')].filter(Boolean).join(' · ')}</span>;
  return (
    <>
      <Bdi>{sensor.serial}</Bdi>
      <span className={classes.more}>
        {sensor.heardAt === null ? (
          t('pair.neverHeard')
        ) : (
          <>
            {t('pair.lastHeard')} <Ago at={sensor.heardAt} />
          </>
        )}
      </span>
    </>
  );
}
