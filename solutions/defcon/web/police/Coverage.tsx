import { Anchor, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { AreasMap, type ShownArea } from '#core/places/web/parts.tsx';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Coverage as Covered } from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { editStationAddress } from './addresses.ts';
import classes from './Police.module.css';
import { Uncovered } from './Uncovered.tsx';
import { usePoliceName } from './use-police-name.ts';

/** Square metres up to a hectare, then square kilometres. A number precedes its Latin unit in Arabic too. */
export function useAreaText(): (squareMetres: number) => string {
  const { number } = useFormats();
  return (squareMetres) => {
    const text =
      squareMetres < 10_000
        ? withUnit(number(Math.round(squareMetres)), 'm²')
        : withUnit(number(Math.round(squareMetres / 10_000) / 100), 'km²');
    return `\u2066${text}\u2069`;
  };
}

/** The areas of a headquarters and its stations, with gaps, overlaps and premises in no area. */
export function Coverage({ hqId }: { hqId: number }) {
  const t = useText();
  const query = useData(api.locality.coverage, { params: { id: hqId } }, { silent: true });
  return (
    <Panel title={t('police.coverage')}>
      {query.data ? <Shown hqId={hqId} of={query.data} /> : <QueryBoundary of={query} />}
    </Panel>
  );
}

function Shown({ hqId, of }: { hqId: number; of: Covered }) {
  const t = useText();
  const nameOf = usePoliceName();
  const { hq, stations, gaps, overlaps, uncovered } = of;
  const areas = useMemo(
    (): ShownArea[] => [
      { id: 'hq', tone: 'plain', polygons: hq.polygons },
      ...stations.map(({ id, status, polygons, ...names }) => ({
        id,
        polygons,
        name: nameOf(names),
        tone: status === 'active' ? ('accent' as const) : ('plain' as const),
      })),
      ...(gaps ?? []).map(({ polygons }, n) => ({ id: `gap ${n}`, tone: 'gap' as const, polygons })),
      ...(overlaps ?? []).map(({ polygons }, n) => ({ id: `overlap ${n}`, tone: 'overlap' as const, polygons })),
    ],
    [hq, stations, gaps, overlaps, nameOf],
  );
  const points = useMemo(
    () =>
      uncovered.map(({ structureId, location }) => ({
        id: structureId,
        name: t('police.premisesNumber', { number: structureId }),
        tone: 'poor' as const,
        ...location,
      })),
    [uncovered, t],
  );
  return (
    <Stack gap="md">
      <AreasMap label={t('police.coverage')} areas={areas} points={points} />
      <div className={classes.findings}>
        <Gaps gaps={gaps} />
        <Overlaps hqId={hqId} of={of} />
        <Uncovered hqId={hqId} of={of} />
      </div>
    </Stack>
  );
}

function Gaps({ gaps }: Pick<Covered, 'gaps'>) {
  const t = useText();
  const areaText = useAreaText();
  return (
    <section className={classes.finding}>
      <h3 className={classes.title} data-tone="gap">
        {t('police.gaps', { count: gaps?.length ?? 0 })}
      </h3>
      {gaps === null && <Text size="sm">{t('police.notComputed')}</Text>}
      {gaps?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('police.noGaps')}
        </Text>
      )}
      <ul className={classes.rows}>
        {gaps?.map(({ squareMetres }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one answer
          <li key={n}>{t('police.gap', { area: areaText(squareMetres) })}</li>
        ))}
      </ul>
    </section>
  );
}

function Overlaps({ hqId, of: { overlaps, stations } }: { hqId: number; of: Covered }) {
  const t = useText();
  const areaText = useAreaText();
  const nameOf = usePoliceName();
  const named = (id: number) => {
    const found = stations.find((one) => one.id === id);
    return (
      <Anchor component={Link} to={editStationAddress(hqId, id)}>
        <bdi>{found ? nameOf(found) : ''}</bdi>
      </Anchor>
    );
  };
  return (
    <section className={classes.finding}>
      <h3 className={classes.title} data-tone="overlap">
        {t('police.overlaps', { count: overlaps?.length ?? 0 })}
      </h3>
      {overlaps === null && <Text size="sm">{t('police.notComputed')}</Text>}
      {overlaps?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('police.noOverlaps')}
        </Text>
      )}
      <ul className={classes.rows}>
        {overlaps?.map(({ between: [one, other], squareMetres }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one answer
          <li key={n}>
            {named(one)} · {named(other)} · <Bdi>{areaText(squareMetres)}</Bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
