import { Skeleton, Switch, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeviceAppearance, useMayInstall } from '#core/devices/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { VirtualList } from '#platform/web/ui/input/VirtualList.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import type { CandidateDevice, Layout, LayoutDevice } from '../common/layout.ts';
import { api, useText } from './api.ts';
import { DeviceRow, DeviceRows, rowHeight } from './DeviceRows.tsx';
import classes from './DevicesPanel.module.css';

type Props = {
  layout: Layout;
  placed: readonly LayoutDevice[];
  appearance: DeviceAppearance;
  pickedId: number | null;
  /** Undefined for readers. */
  onPick?: (device: CandidateDevice | LayoutDevice, byKeys: boolean) => void;
  onTakeOff?: (device: LayoutDevice) => void;
};

/** The panel next to a plan: devices that can be placed on it, and devices on it. */
export function DevicesPanel({ layout, placed, appearance, pickedId, onPick, onTakeOff }: Props) {
  const t = useText();
  const kitText = useKitText();
  const { number } = useFormats();
  const canPlace = useMayInstall(layout.structureId) && onPick !== undefined;
  const [tab, setTab] = useState<'free' | 'placed'>(canPlace ? 'free' : 'placed');
  const [typed, setTyped] = useState('');
  const [allStructures, setAllStructures] = useState(false);
  const [searchText] = useDebouncedValue(typed, searchMs);
  const { ref, height } = useElementSize();
  const args = {
    params: { id: layout.id },
    query: { scope: allStructures ? ('company' as const) : ('structure' as const) },
  };
  const request = searchText.trim() ? { search: searchText } : {};
  const countQuery = useData(
    api.layout.candidates,
    { ...args, list: { ...request, limit: 1, total: true } },
    { silent: true, enabled: canPlace },
  );
  const free = countQuery.data?.totalRecords;
  const matching = placed.filter((device) => fold(`${device.name} ${device.serial}`).includes(fold(typed)));
  const placeNote = (device: CandidateDevice): string | undefined => {
    if (device.structure?.id !== layout.structureId)
      return device.structure ? t('devices.from', { place: device.structure.name }) : t('devices.nowhere');
    if (device.layout) return t('devices.onPlan', { name: device.layout.name });
    return layout.floor && device.floor && device.floor.id !== layout.floor.id
      ? t('devices.from', { place: device.floor.name })
      : device.space?.name;
  };
  const row = { appearance, pickedId, onPick };
  const tabs = [
    ...(canPlace ? ([['free', t('devices.free'), free]] as const) : []),
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
          checked={allStructures}
          onChange={(event) => setAllStructures(event.currentTarget.checked)}
        />
      )}
      <div ref={ref} className={classes.fill}>
        {tab === 'placed' ? (
          matching.length > 0 ? (
            <DeviceRows rows={matching} note={(device) => device.space?.name} onTakeOff={onTakeOff} {...row} />
          ) : (
            <EmptyText text={typed ? kitText('list.nothingMatches') : t('devices.nonePlaced')} />
          )
        ) : countQuery.isError ? (
          <FailedState error={countQuery.error} onRetry={() => void countQuery.refetch()} />
        ) : free === undefined ? (
          <Skeleton h={sizes.chart} />
        ) : free === 0 ? (
          <EmptyText text={searchText ? kitText('list.nothingMatches') : t('devices.noneFree')} />
        ) : (
          <VirtualList<CandidateDevice>
            key={`${searchText}/${allStructures}`}
            label={t('devices.free')}
            queryKey={[...api.layout.candidates.key(args), request]}
            load={(skip, limit) =>
              api.layout.candidates.send({ ...args, list: { ...request, skip, limit, total: true } })
            }
            rowHeight={rowHeight}
            height={Math.max(height, rowHeight * 4)}
          >
            {(device) => <DeviceRow row={device} note={placeNote} draggable {...row} />}
          </VirtualList>
        )}
      </div>
    </aside>
  );
}

const EmptyText = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
