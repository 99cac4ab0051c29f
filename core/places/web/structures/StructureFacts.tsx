import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Structure } from '../../common/structure.ts';
import { siteAddress } from '../addresses.ts';
import { useText } from '../api.ts';

/** The facts about a structure, without empty ones. */
export function StructureFacts({ structure }: { structure: Structure }) {
  const t = useText();
  const { date, number } = useFormats();
  const { parent } = structure;
  const places = [
    ['country', structure.country],
    ['city', structure.city],
    ['area', structure.area],
  ] as const;
  return (
    <Facts
      title={t('facts')}
      items={[
        [t('fields.kind'), t(`values.kind.${structure.kind}`)],
        ...(parent
          ? ([
              [
                t('fields.parentId'),
                <Anchor key="parent" component={Link} to={siteAddress(parent.id)} inherit>
                  <bdi>{parent.name}</bdi>
                </Anchor>,
              ],
            ] as const)
          : []),
        ...places.flatMap(([key, place]) =>
          place ? [[t(`columns.${key}`), <bdi key={key}>{place.name}</bdi>] as const] : [],
        ),
        ...(structure.grossArea
          ? ([
              [t('fields.grossArea'), <Bdi key="area">{t('squareMetres', { area: number(structure.grossArea) })}</Bdi>],
            ] as const)
          : []),
        [t('fields.timeZone'), <Bdi key="zone">{structure.zone}</Bdi>],
        [t('created'), <Bdi key="created">{date(structure.createdAt)}</Bdi>],
      ]}
    />
  );
}
