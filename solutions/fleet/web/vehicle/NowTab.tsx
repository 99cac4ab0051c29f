import { Anchor, Stack } from '@mantine/core';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { GroupChips } from '#core/groups/web/parts.tsx';
import { SiteLink } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { MapCard } from '#platform/web/ui/map/MapCard.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { fleet } from '../../app.ts';
import { plateText } from '../../common/vehicle/plate.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { PapersChip } from '../list/PapersChip.tsx';
import { useText } from '../texts.ts';
import { statusTones } from '../tones.ts';

/** What a vehicle is and does now, where it was last, and what its tracker measures. */
export function NowTab({ vehicle }: { vehicle: ShownVehicle }) {
  const t = useText();
  const { number } = useFormats();
  const cities = useLargestCities();
  const { lastFix, tracker, plate, make, model, year } = vehicle;
  const speed = lastFix?.speed ?? null;
  return (
    <Stack gap="md">
      <Facts
        items={[
          [t('columns.plate'), <bdi key="plate">{plateText(plate)}</bdi>],
          [t('columns.type'), t(`values.type.${vehicle.type}`)],
          [t('makeAndModel'), <bdi key="make">{[make, model, year].filter(Boolean).join(' · ') || '–'}</bdi>],
          [t('columns.structure'), <SiteLink key="site" site={vehicle.structure} />],
          [t('columns.groups'), <GroupChips key="groups" groups={vehicle.groups} />],
          [t('columns.usualDriver'), <Driver key="driver" driver={vehicle.usualDriver} />],
          [t('columns.speed'), speed === null ? '–' : t('kmh', { value: number(speed, 0) })],
          [t('columns.lastFix'), <Ago key="fix" at={lastFix?.at ?? null} />],
          [t('columns.papersUntil'), <PapersChip key="papers" until={vehicle.papersUntil} />],
        ]}
      />
      {lastFix && (
        <MapCard
          title={t('lastPlace')}
          name={vehicle.name}
          location={lastFix}
          cities={cities}
          tone={statusTones[vehicle.status]}
        />
      )}
      {tracker && <TrackerValues id={tracker.id} />}
    </Stack>
  );
}

/** Who usually drives the vehicle, with the phone to call. */
function Driver({ driver }: { driver: ShownVehicle['usualDriver'] }) {
  if (!driver) return '–';
  return (
    <>
      <bdi>{driver.name}</bdi>
      {driver.phone && (
        <>
          {' · '}
          <Anchor href={`tel:${driver.phone}`} dir="ltr" inherit>
            {driver.phone}
          </Anchor>
        </>
      )}
    </>
  );
}

/** Nothing for people who may not see the tracker. */
function TrackerValues({ id }: { id: number }) {
  const { data: device } = useDevice(api.device, id);
  return device?.token === 'active' ? <ValueTiles device={device} app={fleet.id} /> : null;
}
