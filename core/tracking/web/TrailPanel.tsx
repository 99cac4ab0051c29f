import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import type { Mark } from '#platform/web/ui/chart/TimeChart.tsx';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { exportFormats, maxTrailDays, type TrackSegment, type Trail, type TrailPoint } from '../common/tracking.ts';
import { PlaybackBar } from './PlaybackBar.tsx';
import { createPlayback, type Playback, usePlayback } from './playback.ts';
import { SegmentTable } from './SegmentTable.tsx';
import { SpeedLegend } from './SpeedLegend.tsx';
import classes from './Tracking.module.css';
import { TrailTotals } from './TrailTotals.tsx';
import { useText } from './texts.ts';
import { type TrackingCalls, trailTotals } from './trail.ts';
import { useTrail } from './use-trail.ts';

const TrailLayers = lazyPart(() => import('./TrailLayers.tsx').then((module) => module.TrailLayers));

type Props = {
  calls: TrackingCalls;
  device: DeviceDetail;
  /** The alarms of the period of the page, shown where they began. */
  marks?: readonly Mark[];
  onMark?: (mark: Mark) => void;
};

/** Where a device was over a period: its trail on the map with playback, the totals, and its stops and trips. */
export function TrailPanel({ calls, device, marks = noMarks, onMark }: Props) {
  const t = useText();
  const { chosen, period, choose } = usePeriod({ maxDays: maxTrailDays });
  const { trail, trips, live } = useTrail(calls, device.id, period);
  const segments = trips.data?.segments ?? noSegments;
  const points = trail.data?.points ?? noPoints;
  return (
    <>
      <Panel
        title={t('trail.title')}
        aside={
          <div className={classes.bar}>
            <Files calls={calls} device={device} period={period} disabled={points.length === 0} />
            <PeriodSelector value={chosen} onChange={choose} maxDays={maxTrailDays} />
          </div>
        }
      >
        {trail.isError && trail.data === undefined ? (
          <QueryBoundary of={trail} />
        ) : trail.data && points.length === 0 ? (
          <EmptyPanel kind="map" />
        ) : (
          <Stack gap="md">
            <TrailTotals
              totals={trips.data && trailTotals(segments, live ? { ...period, to: new Date().toISOString() } : period)}
            />
            <TrailMap
              name={device.name}
              trail={trail.data}
              of={trail.isPlaceholderData ? undefined : `${chosen.value} ${chosen.from} ${chosen.to}`}
              segments={segments}
              marks={marks}
              onMark={onMark}
            />
          </Stack>
        )}
      </Panel>
      {segments.length > 0 && <SegmentTable segments={segments} fences={trips.data?.fences ?? []} />}
    </>
  );
}

const noSegments: readonly TrackSegment[] = [];
const noPoints: readonly TrailPoint[] = [];
const noMarks: readonly Mark[] = [];

type MapProps = {
  name: string;
  trail: Trail | undefined;
  /** Names the period of the trail; undefined while that of the period before is shown. */
  of: string | undefined;
  segments: readonly TrackSegment[];
  marks: readonly Mark[];
  onMark: ((mark: Mark) => void) | undefined;
};

const initialView = { of: undefined, focus: [], playback: createPlayback({ from: 0, to: 0 }) };

/** The view and the playback of a period. The view stays where the person has moved it when positions are added. */
function useTrailView(points: readonly TrailPoint[], of: string | undefined) {
  const [view, setView] = useState<{ of: string | undefined; focus: Location[]; playback: Playback }>(initialView);
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  if (of !== undefined && of !== view.of && points.length > 0)
    setView({ of, focus: cornersOf(points), playback: createPlayback({ from, to }) });
  usePlayback(view.playback, from, to);
  return view;
}

/** The map is made while the trail is still being read: both take their time. */
function TrailMap({ name, trail, of, segments, marks, onMark }: MapProps) {
  const t = useText();
  const { number } = useFormats();
  const cities = useLargestCities();
  const points = trail?.points ?? noPoints;
  const { focus, playback } = useTrailView(points, of);
  return (
    <>
      <div className={classes.map}>
        <WorldMap
          fills
          label={t('trail.map', { name })}
          cities={cities}
          focus={focus}
          layers={<TrailLayers points={points} segments={segments} playback={playback} marks={marks} onMark={onMark} />}
        />
        {!trail && <Skeleton className={classes.overMap ?? ''} radius="md" aria-busy />}
      </div>
      <div inert={!trail}>
        <PlaybackBar playback={playback} points={points} segments={segments} />
      </div>
      <SpeedLegend />
      {trail?.simplified && (
        <Text size="sm" c="dimmed">
          {t('trail.simplified', { shown: number(points.length), total: number(trail.total) })}
        </Text>
      )}
    </>
  );
}

/** The corners of the trail. */
function cornersOf(points: readonly TrailPoint[]): Location[] {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const [, lat, lng] of points) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
  }
  return points.length === 0
    ? []
    : [
        { lat: south, lng: west },
        { lat: north, lng: east },
      ];
}

type FilesProps = {
  calls: TrackingCalls;
  device: DeviceDetail;
  period: { from: string; to: string };
  disabled: boolean;
};

function Files({ calls, device, period, disabled }: FilesProps) {
  const t = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={disabled} leftSection={<IconDownload size={iconSizes.md} aria-hidden />}>
          {t('trail.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              void saveFile({
                of: calls.file,
                params: { id: device.id },
                query: { ...period, format },
                name: `${device.name}.${format}`,
              })
            }
          >
            {t(`trail.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
