import { Skeleton, Switch, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceLook } from '#core/devices/web/parts.tsx';
import { fold } from '#platform/common/search.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { FailedState } from '#platform/web/ui/FailedState.tsx';
import type { Candidate, Layout, PlacedDevice } from '../common/layout.ts';
import { api, useText } from './api.ts';
import { DeviceRows } from './DeviceRows.tsx';
import classes from './Plan.module.css';

type Props = {
  layout: Layout;
  placed: readonly PlacedDevice[];
  look: DeviceLook;
  pickedId: number | null;
  /** Left out for those who only look. */
  onPick?: (device: Candidate | PlacedDevice, byKeys: boolean) => void;
  onTakeOff?: (device: PlacedDevice) => void;
};

const waitMs = 300;
/** What the server hands out at most at once; a search finds the others. */
const most = 100;

/** The devices beside a plan: those that could stand on it, and those that do. */
export function DevicesPanel({ layout, placed, look, pickedId, onPick, onTakeOff }: Props) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const [tab, setTab] = useState<'free' | 'placed'>(onPick ? 'free' : 'placed');
  const [typed, setTyped] = useState('');
  const [everywhere, setEverywhere] = useState(false);
  const [word] = useDebouncedValue(typed, waitMs);
  const free = useList(
    api.layout.candidates,
    { limit: most, total: true, ...(word.trim() ? { search: word } : {}) },
    { params: { id: layout.id }, query: { scope: everywhere ? 'company' : 'structure' } },
  );
  const found = placed.filter((one) => fold(`${one.name} ${one.serial}`).includes(fold(typed)));
  const place = (one: Candidate): string | undefined => {
    if (one.structure?.id !== layout.structureId)
      return one.structure ? t('devices.from', { place: one.structure.name }) : t('devices.nowhere');
    if (one.layout) return t('devices.onPlan', { name: one.layout.name });
    return layout.floor && one.floor && one.floor.id !== layout.floor.id
      ? t('devices.from', { place: one.floor.name })
      : one.space?.name;
  };
  const tabs = [
    ['free', t('devices.free'), free.total],
    ['placed', t('devices.placed'), placed.length],
  ] as const;
  return (
    <aside className={classes.panel} aria-label={t('devices.title')}>
      <Tabs value={tab} onChange={(value) => setTab(value === 'placed' ? 'placed' : 'free')}>
        <Tabs.List grow>
          {tabs.map(([value, label, count]) => (
            <Tabs.Tab key={value} value={value} aria-controls={undefined}>
              {count === undefined ? label : t('counted', { label, total: number(count) })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <TextInput
        aria-label={t('devices.search')}
        placeholder={t('devices.search')}
        value={typed}
        maxLength={100}
        leftSection={<IconSearch size={iconSizes.md} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {tab === 'free' && (
        <Switch
          label={t('devices.everywhere')}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
      {tab === 'placed' ? (
        <DeviceRows
          rows={found}
          look={look}
          pickedId={pickedId}
          note={(one) => one.space?.name}
          empty={typed ? kit('list.nothingMatches') : t('devices.nonePlaced')}
          onPick={onPick}
          onTakeOff={onTakeOff}
        />
      ) : free.error ? (
        <FailedState onRetry={free.retry} />
      ) : free.loading ? (
        <Skeleton h={sizes.chart} />
      ) : (
        <DeviceRows
          rows={free.rows}
          look={look}
          pickedId={pickedId}
          note={place}
          empty={typed ? kit('list.nothingMatches') : t('devices.noneFree')}
          onPick={onPick}
          draggable
        />
      )}
      {tab === 'free' && (free.total ?? 0) > free.rows.length && (
        <Text size="sm" c="dimmed">
          {t('devices.more', { count: (free.total ?? 0) - free.rows.length })}
        </Text>
      )}
    </aside>
  );
}
