import { Anchor, Text, Title } from '@mantine/core';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { MapCard } from '#platform/web/ui/map/MapCard.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { IncidentFile } from '../../../common/incidents/incident-file.ts';
import { usePoliceName } from '../../police/use-police-name.ts';
import { useText } from '../../texts.ts';
import classes from '../Workbench.module.css';

/** The police that answers for the site, and where the site is. */
export function PoliceOfSite({ file: { station, headquarters, site } }: { file: IncidentFile }) {
  const t = useText();
  const nameOf = usePoliceName();
  const cities = useLargestCities();
  const units = [station, headquarters].filter((one) => one !== null);
  return (
    <>
      {units.length > 0 && (
        <section className={classes.part}>
          <Title order={3}>{t('sidebar.polices')}</Title>
          <ul className={classes.rows}>
            {units.map((unit) => (
              <li key={unit.id}>
                <Text size="sm">
                  <bdi>{nameOf(unit)}</bdi>
                </Text>
                {unit.phone && (
                  <Anchor href={`tel:${unit.phone.replaceAll(' ', '')}`} size="sm" className={classes.touched}>
                    <Bdi>{unit.phone}</Bdi>
                  </Anchor>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {site?.location && (
        <MapCard title={t('workbench.map')} location={site.location} cities={cities} name={site.name} tone="problem" />
      )}
    </>
  );
}
