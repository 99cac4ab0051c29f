import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useInputText } from '../input/texts.ts';
import { Panel } from '../page/Panel.tsx';
import { EmptyPanel } from '../state/EmptyPanel.tsx';
import { Bdi } from '../values/Bdi.tsx';
import type { Location } from './location.ts';
import { type City, WorldMap } from './WorldMap.tsx';

type Props = {
  title: string;
  address?: string;
  location: Location | null;
  aside?: ReactNode;
  /** Labels on the map. */
  cities?: readonly City[] | undefined;
};

/** The location of a record: the map with its marker, the address and the coordinates. */
export function MapCard({ title, address, location, aside, cities }: Props) {
  const t = useInputText();
  return (
    <Panel title={title} {...(aside ? { aside } : {})}>
      {location ? (
        <>
          <WorldMap
            label={title}
            texts={{ zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), cities }}
            focus={[location]}
            pin={location}
          />
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
