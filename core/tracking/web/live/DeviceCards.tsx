import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { fold } from '#platform/common/search/search.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { severities } from '#platform/web/ui/values/severity.ts';
import type { LocatedDevice } from '../../common/tracking.ts';
import classes from '../Tracking.module.css';
import { useText } from '../texts.ts';
import { type MapState, mapStates, matching, movingFrom } from './matching.ts';

const mostInList = 200;
const rankOf = ({ worst }: LocatedDevice): number => (worst ? severities.indexOf(worst) : severities.length);

type Props = {
  devices: readonly LocatedDevice[];
  chosen: number | null;
  onChoose(id: number | null): void;
  /** Shows all devices on the map. */
  onAll(): void;
  addressOf: (device: LocatedDevice) => string;
};

/** The devices on the map, found by name and by state. */
export function DeviceCards({ devices, chosen, onChoose, onAll, addressOf }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<MapState>('all');
  // A person who calls for help must be found without searching.
  const found = useMemo(
    () =>
      devices
        .filter((device) => matching(device, state) && fold(device.name).includes(fold(search)))
        .toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name)),
    [devices, state, search],
  );
  return (
    <section className={classes.list} aria-label={t('live.list')}>
      <SearchBox value={search} busy={false} onSearch={setSearch} />
      <SegmentedControl
        size="xs"
        fullWidth
        flex="none"
        aria-label={t('live.filter')}
        value={state}
        onChange={(next) => setState(mapStates.find((one) => one === next) ?? 'all')}
        data={mapStates.map((value) => ({ value, label: t(`live.states.${value}`) }))}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0 ? t('live.none') : t('live.shown', { count: found.length, shown: number(found.length) })}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onAll}>
          {t('live.all')}
        </Button>
      </Group>
      {found.slice(0, mostInList).map((device) => (
        <Card
          key={device.id}
          device={device}
          chosen={device.id === chosen}
          onChoose={onChoose}
          address={addressOf(device)}
        />
      ))}
    </section>
  );
}

type CardProps = { device: LocatedDevice; chosen: boolean; onChoose: Props['onChoose']; address: string };

function Card({ device, chosen, onChoose, address }: CardProps) {
  const t = useText();
  const { number } = useFormats();
  const { id, name, speed, at, fences, worst } = device;
  return (
    <article className={classes.card} data-chosen={chosen || undefined}>
      <button type="button" aria-pressed={chosen} onClick={() => onChoose(chosen ? null : id)}>
        <bdi>{name}</bdi>
        <span>
          {speed !== null && speed >= movingFrom ? t('speed', { value: number(speed, 0) }) : t('live.still')}
          {' · '}
          <Ago at={at} />
        </span>
        {fences.length > 0 && (
          <span>
            <bdi>{fences.map((fence) => fence.name).join(', ')}</bdi>
          </span>
        )}
      </button>
      {worst && <SeverityChip value={worst} />}
      <Anchor component={Link} to={address} size="sm">
        {t('live.open')}
      </Anchor>
    </article>
  );
}
