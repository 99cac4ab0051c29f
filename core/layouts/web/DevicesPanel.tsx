import { Skeleton, Switch, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeviceLook, useMayInstall } from '#core/devices/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { fold } from '#platform/common/search.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { VirtualList } from '#platform/web/ui/input/VirtualList.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import type { Candidate, Layout, PlacedDevice } from '../common/layout.ts';
import { api, useText } from './api.ts';
import { DeviceRow, DeviceRows, rowHeight } from './DeviceRows.tsx';
import classes from './DevicesPanel.module.css';

type Props = {
  layout: Layout;
  placed: readonly PlacedDevice[];
  look: DeviceLook;
  pickedId: number | null;
  /** Left out for those who only look. */
  onPick?: (device: Candidate | PlacedDevice, byKeys: boolean) => void;
  onTakeOff?: (device: PlacedDevice) => void;
};

/** The devices beside a plan: those that could stand on it, and those that do. */
export function DevicesPanel({ layout, placed, look, pickedId, onPick, onTakeOff }: Props) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const offers = useMayInstall(layout.structureId) && onPick !== undefined;
  const [tab, setTab] = useState<'free' | 'placed'>(offers ? 'free' : 'placed');
  const [typed, setTyped] = useState('');
  const [everywhere, setEverywhere] = useState(false);
  const [word] = useDebouncedValue(typed, searchMs);
  const { ref, height } = useElementSize();
  const args = {
    params: { id: layout.id },
    query: { scope: everywhere ? ('company' as const) : ('structure' as const) },
  };
  const request = word.trim() ? { search: word } : {};
  const counted = useData(
    api.layout.candidates,
    { ...args, list: { ...request, limit: 1, total: true } },
    { silent: true, enabled: offers },
  );
  const free = counted.data?.totalRecords;
  const found = placed.filter((one) => fold(`${one.name} ${one.serial}`).includes(fold(typed)));
  const place = (one: Candidate): string | undefined => {
    if (one.structure?.id !== layout.structureId)
      return one.structure ? t('devices.from', { place: one.structure.name }) : t('devices.nowhere');
    if (one.layout) return t('devices.onPlan', { name: one.layout.name });
    return layout.floor && one.floor && one.floor.id !== layout.floor.id
      ? t('devices.from', { place: one.floor.name })
      : one.space?.name;
  };
  const row = { look, pickedId, onPick };
  const tabs = [
    ...(offers ? ([['free', t('devices.free'), free]] as const) : []),
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
      <div ref={ref} className={classes.fill}>
        {tab === 'placed' ? (
          found.length > 0 ? (
            <DeviceRows rows={found} note={(one) => one.space?.name} onTakeOff={onTakeOff} {...row} />
          ) : (
            <Nothing text={typed ? kit('list.nothingMatches') : t('devices.nonePlaced')} />
          )
        ) : counted.isError ? (
          <FailedState error={counted.error} onRetry={() => void counted.refetch()} />
        ) : free === undefined ? (
          <Skeleton h={sizes.chart} />
        ) : free === 0 ? (
          <Nothing text={word ? kit('list.nothingMatches') : t('devices.noneFree')} />
        ) : (
          <VirtualList<Candidate>
            key={`${word}/${everywhere}`}
            label={t('devices.free')}
            queryKey={[...api.layout.candidates.key(args), request]}
            load={(skip, limit) =>
              api.layout.candidates.send({ ...args, list: { ...request, skip, limit, total: true } })
            }
            rowHeight={rowHeight}
            height={Math.max(height, rowHeight * 4)}
          >
            {(one) => <DeviceRow row={one} note={place} draggable {...row} />}
          </VirtualList>
        )}
      </div>
    </aside>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
