import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import type { Location } from './location.ts';
import classes from './WorldMap.module.css';

const MapCanvas = lazyPart(() => import('./MapCanvas.tsx').then((module) => module.MapCanvas));

export type Handle = Location & { id: string; label: string };
export type Point = Location & { id: number; name: string };
/** The largest first. */
export type City = Location & { name: string };
export type WorldMapProps = {
  /** What the map shows, for those who hear it. */
  label: string;
  texts: { zoomIn: string; zoomOut: string; cities?: readonly City[] | undefined };
  /** As high as the space that it stands in, instead of the usual height. */
  fills?: boolean;
  /** What it looks at first: one place, or all of these. Later changes of `focus` move it. */
  focus: readonly Location[];
  pin?: Location | null;
  /** A closed outline. Without its last point again. */
  outline?: readonly Location[];
  /** Points that can be dragged. */
  handles?: readonly Handle[];
  onHandle?: (id: string, to: Location) => void;
  /** A click, or Enter while the map has the focus (its middle then). */
  onPick?: (at: Location) => void;
  /** Many places: near ones are drawn as one with their number, which a click opens. */
  points?: readonly Point[];
  onPoint?: (id: number) => void;
};

/** A map, loaded when it is first shown, and a landmark called `label`. It needs no network of others, and shows the tiles of the installation where these are set. */
export function WorldMap(props: WorldMapProps) {
  return (
    <div className={classes.map} data-fills={props.fills || undefined} dir="ltr">
      <Suspense fallback={<Skeleton h="100%" radius="md" />}>
        <MapCanvas {...props} />
      </Suspense>
    </div>
  );
}
