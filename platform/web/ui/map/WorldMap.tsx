import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import type { Tone } from '../values/severity.ts';
import type { Location } from './location.ts';
import classes from './WorldMap.module.css';

const MapCanvas = lazyPart(() => import('./MapCanvas.tsx').then((module) => module.MapCanvas));

export type Handle = Location & { id: string; label: string };
/** `tone`: its colour; a cluster has the worst one. Points without a tone have the accent colour. */
export type MapPoint = Location & { id: number; name: string; tone?: Tone };
/** Sorted by size, the largest first. */
export type City = Location & { name: string };
export type WorldMapProps = {
  /** The accessible name of the map. */
  label: string;
  cities?: readonly City[] | undefined;
  /** Fills the height of its container instead of the default height. */
  fills?: boolean;
  /** The initial view: one location, or all of these. A change of `focus` moves the map. */
  focus: readonly Location[];
  pin?: Location | null;
  /** A closed outline, without repeating its first point. */
  outline?: readonly Location[];
  /** Draggable points. */
  handles?: readonly Handle[];
  onHandle?: (id: string, to: Location) => void;
  /** Called on click, or on Enter with the centre of the focused map. */
  onPick?: (at: Location) => void;
  /** Many locations; near ones are clustered, and a click zooms in. */
  points?: readonly MapPoint[];
  onPoint?: (id: number) => void;
  /** Sources and layers of react-map-gl, loaded on demand, above the others. */
  layers?: ReactNode;
};

/**
 * A lazily loaded map, a landmark with the name `label`. It loads only from the tile server of the installation, if one
 * is set.
 */
export function WorldMap(props: WorldMapProps) {
  return (
    <div className={classes.map} data-fills={props.fills || undefined} dir="ltr">
      <Suspense fallback={<Skeleton h="100%" radius="md" />}>
        <MapCanvas {...props} />
      </Suspense>
    </div>
  );
}
