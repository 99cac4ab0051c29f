import { Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { geofence as entity, type Shape } from '../../common/geofence.ts';
import { editGeofenceAddress, geofencesAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import classes from '../Places.module.css';
import { GeofenceFromAddress } from './GeofenceFromAddress.tsx';
import type { Geofence } from './geofence.ts';
import { drawingOf, outlineOf } from './geofence-shapes.ts';

/** The page of a geofence: its shape on the map and its measures. */
export function GeofencePage() {
  return <GeofenceFromAddress>{(geofence) => <GeofenceDetails geofence={geofence} />}</GeofenceFromAddress>;
}

function GeofenceDetails({ geofence }: { geofence: Geofence }) {
  const t = useText();
  const cities = useLargestCities();
  const { date, number } = useFormats();
  const outline = outlineOf(drawingOf(geofence.shape));
  const measures = useMeasures(geofence.shape);
  return (
    <PageFrame
      title={geofence.name}
      parents={[{ label: t('pages.geofence-list'), to: geofencesAddress }]}
      action={
        <Group gap="xs">
          <HistoryButton of={api.geofence.history} params={{ id: geofence.id }} namespace="places" />
          <Can access={entity.can('update')}>
            <Button
              component={Link}
              to={editGeofenceAddress(geofence.id)}
              leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
            >
              {t('actions.edit')}
            </Button>
          </Can>
        </Group>
      }
    >
      <div className={classes.columns}>
        <Facts
          title={t('geofenceFacts')}
          items={[
            [t('fields.shape'), t(`values.shape.${geofence.shape.kind}`)],
            ...measures,
            [t('fields.purpose'), t(`values.purpose.${geofence.purpose}`)],
            ...(geofence.speedLimit === null
              ? []
              : [
                  [
                    t('fields.speedLimit'),
                    <Bdi key="speedLimit">{withUnit(number(geofence.speedLimit), 'km/h')}</Bdi>,
                  ] as const,
                ]),
            ...(geofence.description
              ? [[t('fields.description'), <bdi key="description">{geofence.description}</bdi>] as const]
              : []),
            [t('created'), <Bdi key="created">{date(geofence.createdAt)}</Bdi>],
          ]}
        />
        <WorldMap label={t('map.of', { name: geofence.name })} cities={cities} focus={outline} outline={outline} />
      </div>
    </PageFrame>
  );
}

function useMeasures(shape: Shape): (readonly [string, ReactNode])[] {
  const t = useText();
  const { number } = useFormats();
  const degrees = (value: number) => <Bdi>{value.toFixed(6)}</Bdi>;
  if (shape.kind === 'circle')
    return [
      [t('draw.centerLat'), degrees(shape.center.lat)],
      [t('draw.centerLng'), degrees(shape.center.lng)],
      [t('draw.radius'), number(shape.radius)],
    ];
  if (shape.kind === 'rectangle')
    return (['north', 'south', 'west', 'east'] as const).map((side) => [
      t(`draw.${side}`),
      degrees(shape.bounds[side]),
    ]);
  const corners = [t('draw.corners'), number(shape.path.length)] as const;
  return shape.kind === 'corridor' ? [[t('draw.width'), number(shape.width)], corners] : [corners];
}
