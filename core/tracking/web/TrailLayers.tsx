import { useComputedColorScheme } from '@mantine/core';
import type { Marker as MapMarker } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Marker, Source, useMap } from 'react-map-gl/maplibre';
import { canvasColors } from '#platform/web/colours.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { Mark } from '#platform/web/ui/chart/TimeChart.tsx';
import { severityIcons } from '#platform/web/ui/values/StatusChip.tsx';
import type { TrackSegment, TrailPoint } from '../common/tracking.ts';
import type { Playback } from './playback.ts';
import { speedTones } from './SpeedLegend.tsx';
import classes from './Tracking.module.css';
import { placeAtTime, trailLines } from './trail.ts';

const lineSource = 'trail';

type Props = {
  points: readonly TrailPoint[];
  segments: readonly TrackSegment[];
  playback: Playback;
  marks: readonly Mark[];
  onMark: ((mark: Mark) => void) | undefined;
};

/** The trail on the map: coloured by speed, gaps dashed, stops numbered, and the device where the playback is. */
export function TrailLayers({ points, segments, playback, marks, onMark }: Props) {
  const scheme = useComputedColorScheme('light');
  const colors = canvasColors(scheme);
  const lines = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: trailLines(points, segments).map(({ speed, line }) => ({
        type: 'Feature',
        properties: { speed },
        geometry: { type: 'LineString', coordinates: line },
      })),
    }),
    [points, segments],
  );
  const drawn = useDrawn(lines);
  // A device that never moved has stops and no line.
  const stands = points.length > 0 && lines.features.length === 0;
  return (
    <>
      <Source id={lineSource} type="geojson" data={lines}>
        <Layer
          type="line"
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': colors.surface, 'line-width': 7 }}
        />
        {/* Unlike a colour by property, a layer for each colour does not need a separate program on the graphics card. */}
        {speedTones.map((tone, speed) => (
          <Layer
            key={tone}
            type="line"
            filter={['==', ['get', 'speed'], speed]}
            layout={{ 'line-cap': 'round', 'line-join': 'round' }}
            paint={{ 'line-color': colors.severities[tone][2], 'line-width': 4 }}
          />
        ))}
      </Source>
      {(drawn || stands) && <GapsAndStops segments={segments} />}
      <DeviceMarker points={points} playback={playback} />
      <AlarmMarkers points={points} marks={marks} onMark={onMark} />
    </>
  );
}

/** They come after the line, which they would delay. */
function GapsAndStops({ segments }: Pick<Props, 'segments'>) {
  const colors = canvasColors(useComputedColorScheme('light'));
  const gaps = useMemo(() => collection(segments.filter(({ kind }) => kind === 'gap').map(gapLine)), [segments]);
  const stops = useMemo(() => collection(segments.filter(({ kind }) => kind === 'stop').map(stopPoint)), [segments]);
  return (
    <>
      <Source type="geojson" data={gaps}>
        <Layer
          type="line"
          paint={{ 'line-color': colors.severities.none[2], 'line-width': 2, 'line-dasharray': [2, 2] }}
        />
      </Source>
      <Source type="geojson" data={stops}>
        <Layer
          type="circle"
          paint={{
            'circle-radius': 10,
            'circle-color': colors.surface,
            'circle-stroke-width': 2,
            'circle-stroke-color': colors.text,
          }}
        />
        <Layer
          type="symbol"
          // The latest of several stops at one place is on top, and only its number can be read.
          layout={{
            'text-field': ['get', 'number'],
            'text-size': 12,
            'text-padding': 0,
            'symbol-sort-key': ['-', ['get', 'at']],
          }}
          paint={{ 'text-color': colors.text }}
        />
      </Source>
    </>
  );
}

/** Whether a trail is drawn on the map, which is marked in the timeline of the browser. */
function useDrawn(lines: GeoJSON.FeatureCollection): boolean {
  const { current: map } = useMap();
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!map || lines.features.length === 0) return undefined;
    const mark = () => {
      performance.mark('trail-drawn');
      setDrawn(true);
    };
    const wait = ({ sourceId }: { sourceId?: string }) => {
      if (sourceId !== lineSource || !map.isSourceLoaded(lineSource)) return;
      map.off('sourcedata', wait);
      map.once('render', mark);
    };
    map.on('sourcedata', wait);
    return () => {
      map.off('sourcedata', wait);
      map.off('render', mark);
    };
  }, [map, lines]);
  return drawn;
}

const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

const gapLine = ({ start, end }: TrackSegment): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'LineString',
    coordinates: [
      [start.lng, start.lat],
      [end.lng, end.lat],
    ],
  },
});

const stopPoint = ({ start }: TrackSegment, at: number): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { number: String(at + 1), at },
  geometry: { type: 'Point', coordinates: [start.lng, start.lat] },
});

/** Alarms where the device was when they began. */
function AlarmMarkers({ points, marks, onMark }: Pick<Props, 'points' | 'marks' | 'onMark'>) {
  const colors = canvasColors(useComputedColorScheme('light'));
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return marks.map((mark) => {
    const at = new Date(mark.at).getTime();
    const place = at >= from && at <= to ? placeAtTime(points, at) : undefined;
    const Icon = severityIcons[mark.severity];
    return (
      place && (
        <Marker key={mark.id} longitude={place.lng} latitude={place.lat}>
          <button
            type="button"
            className={classes.alarm}
            style={{ color: colors.severities[mark.severity][2] }}
            aria-label={mark.label}
            title={mark.label}
            onClick={() => onMark?.(mark)}
          >
            <Icon size={iconSizes.lg} aria-hidden />
          </button>
        </Marker>
      )
    );
  });
}

/** The device; it moves with the playback without rendering anything, and can be clicked through. */
function DeviceMarker({ points, playback }: Pick<Props, 'points' | 'playback'>) {
  const marker = useRef<MapMarker>(null);
  const arrow = useRef<HTMLDivElement>(null);
  const first = placeAtTime(points, playback.time.get());
  useEffect(() => {
    const move = () => {
      const place = placeAtTime(points, playback.time.get());
      if (!place) return;
      marker.current?.setLngLat([place.lng, place.lat]);
      arrow.current?.style.setProperty('rotate', `${place.heading ?? 0}deg`);
      arrow.current?.toggleAttribute('data-still', place.heading === null);
    };
    move();
    return playback.time.subscribe(move);
  }, [points, playback]);
  if (!first) return null;
  return (
    <Marker ref={marker} longitude={first.lng} latitude={first.lat} style={{ pointerEvents: 'none' }}>
      <div ref={arrow} className={classes.device} />
    </Marker>
  );
}
