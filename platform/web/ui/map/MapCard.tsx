import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Panel } from '../page/Panel.tsx';
import { EmptyPanel } from '../state/EmptyPanel.tsx';
import { Bdi } from '../values/Bdi.tsx';
import type { Tone } from '../values/severity.ts';
import type { Location } from './location.ts';
import { type City, WorldMap } from './WorldMap.tsx';

type Props = {
  title: string;
  address?: string;
  location: Location | null;
  aside?: ReactNode;
  /** Labels on the map. */
  cities?: readonly City[] | undefined;
  /** The name at its marker. */
  name?: string;
  /** The colour of its marker; the accent by default. */
  tone?: Tone;
};

/** The location of a record: the map with its marker, the address and the coordinates. */
export function MapCard({ title, address, location, aside, cities, name = '', tone }: Props) {
  const points = useMemo(
    () => (location && tone ? [{ id: 0, name, ...location, tone }] : undefined),
    [location, tone, name],
  );
  const focus = useMemo(() => (location ? [location] : []), [location]);
  return (
    <Panel title={title} {...(aside ? { aside } : {})}>
      {location ? (
        <>
          <WorldMap label={title} cities={cities} focus={focus} {...(points ? { points } : { pin: location })} />
          {address && (
            <Text mt="sm">
              <bdi>{address}</bdi>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <Bdi>{`${location.lat.toFixed(5)}, ${location.lng.toFixed(5)}`}</Bdi>
          </Text>
        </>
      ) : (
        <EmptyPanel kind="map" />
      )}
    </Panel>
  );
}
