import { useComputedColorScheme } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { addProtocol, type Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Suspense, useEffect, useState } from 'react';
import {
  AttributionControl,
  Layer,
  type MapRef,
  Map as MapView,
  Marker,
  NavigationControl,
  ScaleControl,
  Source,
} from 'react-map-gl/maplibre';
import { canvasColors } from '../../colours.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { Cities } from './Cities.tsx';
import type { Location } from './location.ts';
import { Points } from './Points.tsx';
import { styleAttribution, useMapStyle } from './use-map-style.ts';
import classes from './WorldMap.module.css';
import type { WorldMapProps } from './WorldMap.tsx';
import { worldProtocol } from './world-levels.ts';
import { answerWorld } from './world-tiles.ts';

setWorkerUrl(workerUrl);
addProtocol(worldProtocol, answerWorld);

const closest = 15;
// At a closer zoom the built-in map would show only land.
const closestPlain = { point: 11, place: 8 };
const margin = 48;

/** Returns [west, south, east, north]. */
function boundsOf(places: readonly Location[]): [number, number, number, number] {
  const lats = places.map((one) => one.lat);
  const lngs = places.map((one) => one.lng);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

/** The map itself; use `WorldMap`, which loads it on demand. */
export function MapCanvas(props: WorldMapProps) {
  const { label, cities, focus, pin, outline, handles = [], onHandle, onPick, points, onPoint, layers } = props;
  const scheme = useComputedColorScheme('light');
  const drawn = useMapStyle(scheme);
  // The map is created after this component, so a change of focus in between would not find it.
  const [map, setMap] = useState<MapRef | null>(null);
  const seen = JSON.stringify(focus);
  // Streets may still be loading: the view must not jump once they appear.
  const one = focus.length === 1 && !drawn.detailed && drawn.without !== 'loading';
  const maxZoom = one ? closestPlain[points || layers ? 'point' : 'place'] : closest;
  useEffect(() => {
    const places = JSON.parse(seen) as Location[];
    if (places.length > 0) map?.fitBounds(boundsOf(places), { padding: margin, maxZoom, duration: 0 });
  }, [seen, maxZoom, map]);
  const t = useKitText();
  const pick = (at: Location) => onPick?.(rounded(at));
  return (
    <MapView
      ref={setMap}
      mapStyle={drawn.style}
      initialViewState={
        focus.length > 0
          ? { bounds: boundsOf(focus), fitBoundsOptions: { padding: margin, maxZoom } }
          : { longitude: 10, latitude: 10, zoom: 1 }
      }
      locale={{
        'NavigationControl.ZoomIn': t('map.zoomIn'),
        'NavigationControl.ZoomOut': t('map.zoomOut'),
        'Map.Title': label,
      }}
      dragRotate={false}
      attributionControl={false}
      cursor={onPick ? 'crosshair' : 'grab'}
      onLoad={({ target }) => onPick && pickByKey(target, pick)}
      onClick={({ lngLat }) => pick(lngLat)}
    >
      {drawn.without && drawn.without !== 'loading' && (
        <p className={classes.plain}>
          <bdi>{t(`map.${drawn.without}`)}</bdi>
        </p>
      )}
      <NavigationControl showCompass={false} position="top-right" />
      <ScaleControl position="bottom-left" />
      {drawn.detailed && (
        <AttributionControl
          compact={false}
          position="bottom-right"
          {...(styleAttribution ? { customAttribution: styleAttribution } : {})}
        />
      )}
      {outline && outline.length > 1 && <Outline points={outline} color={canvasColors(scheme).accent} />}
      {cities && !drawn.detailed && <Cities cities={cities} scheme={scheme} />}
      {points && <Points points={points} onPoint={onPoint} scheme={scheme} />}
      {layers && <Suspense>{layers}</Suspense>}
      {pin && (
        <Marker longitude={pin.lng} latitude={pin.lat} anchor="bottom">
          <IconMapPinFilled size={iconSizes.xl} className={classes.pin} aria-hidden />
        </Marker>
      )}
      {handles.map((one) => (
        <Marker
          key={one.id}
          longitude={one.lng}
          latitude={one.lat}
          draggable
          onDrag={({ lngLat }) => onHandle?.(one.id, rounded(lngLat))}
        >
          <div className={classes.handle} title={one.label} />
        </Marker>
      ))}
    </MapView>
  );
}

// Six decimals are about 0.1 m.
const rounded = ({ lat, lng }: Location): Location => ({
  lat: Number(lat.toFixed(6)),
  lng: Number((((((lng + 180) % 360) + 360) % 360) - 180).toFixed(6)),
});

function pickByKey(map: MapLibre, pick: (at: Location) => void): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    pick(map.getCenter());
  });
}

function Outline({ points, color }: { points: readonly Location[]; color: string }) {
  const ring = [...points, points[0] as Location].map(({ lat, lng }) => [lng, lat]);
  return (
    <Source
      type="geojson"
      data={{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }}
    >
      <Layer type="fill" paint={{ 'fill-color': color, 'fill-opacity': 0.15 }} />
      <Layer type="line" paint={{ 'line-color': color, 'line-width': 2 }} />
    </Source>
  );
}
