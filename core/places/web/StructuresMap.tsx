import { Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useList } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/FailedState.tsx';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { structureAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { useMapTexts } from './map-texts.ts';

const request = { limit: 100, total: true };

/** The structures whose place is known; the list beside it on the other tab has all of them. */
export function StructuresMap({ companyId }: { companyId: number }) {
  const t = useText();
  const texts = useMapTexts();
  const navigate = useNavigate();
  const { rows, total, loading, error, retry } = useList(api.structure.search, request, { params: { companyId } });
  const points = useMemo(
    () => rows.flatMap(({ id, name, location }) => (location ? [{ id, name, ...location }] : [])),
    [rows],
  );
  if (error) return <FailedState onRetry={retry} />;
  if (loading) return <Skeleton h={sizes.chart} radius="lg" />;
  if (points.length === 0) return <EmptyState drawing="map" title={t('noMapInfo.title')} text={t('noMapInfo.text')} />;
  return (
    <>
      <WorldMap
        label={t('map.of', { name: t('pages.structures-all') })}
        texts={texts}
        focus={points}
        points={points}
        onPoint={(id) => void navigate(structureAddress(id))}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('map.shown', { shown: points.length, total: total ?? rows.length })}
      </Text>
    </>
  );
}
