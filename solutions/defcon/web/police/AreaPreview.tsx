import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { areaPolygons } from '#core/places/common/area-shape.ts';
import type { AreaDrawing } from '#core/places/web/parts.tsx';
import { messageKey } from '#platform/common/text/message-key.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { meaningColors } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { LocalityDetail, NamedLocality } from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { useAreaText } from './Coverage.tsx';
import classes from './Police.module.css';
import { usePoliceName } from './use-police-name.ts';

const settleMs = 500;

type Props = {
  /** The police that has the area; null for a new one. */
  id: number | null;
  kind: LocalityDetail['kind'];
  drawing: AreaDrawing;
};

/** While an area is drawn: how many premises are in it, and which would get another police. */
export function AreaPreview({ id, kind, drawing }: Props) {
  const t = useText();
  const { label } = useLabels('places');
  const [settled, setSettled] = useState(drawing);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(drawing), settleMs);
    return () => clearTimeout(timer);
  }, [drawing]);
  const checked = useMemo(() => areaPolygons.safeParse(settled, { error: messageKey }), [settled]);
  const body = checked.success ? { id, kind, polygons: checked.data } : null;
  const query = useQuery({
    queryKey: ['defcon', 'area-preview', body],
    queryFn: ({ signal }) => (body ? api.locality.preview.send({ body, signal, silent: true }) : null),
    enabled: body !== null,
    placeholderData: (before) => before,
  });
  if (!checked.success) {
    const fault = checked.error.issues[0]?.message;
    return fault === 'selfCrossing' ? (
      <Alert color={meaningColors.danger} variant="light" role="status">
        {label('validation.selfCrossing')}
      </Alert>
    ) : (
      <Text size="sm" c="dimmed" role="status">
        {t('police.previewUnfinished')}
      </Text>
    );
  }
  return (
    <output className={classes.preview} aria-busy={query.isFetching}>
      {query.isError && <Text size="sm">{t('police.previewFailed')}</Text>}
      {query.data && <Numbers of={query.data} />}
    </output>
  );
}

function Numbers({
  of: { inside, squareMetres, moves },
}: {
  of: NonNullable<Awaited<ReturnType<typeof api.locality.preview.send>>>;
}) {
  const t = useText();
  const areaText = useAreaText();
  const nameOf = usePoliceName();
  const named = (one: NamedLocality | null) =>
    one === null ? t('police.noStation') : one.id === 0 ? t('police.thisArea') : nameOf(one);
  return (
    <>
      <Text size="sm">
        {t('police.inside', { count: inside })} · <Bdi>{areaText(squareMetres)}</Bdi>
      </Text>
      {moves.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('police.nothingMoves')}
        </Text>
      ) : (
        <ul className={classes.numbers}>
          {moves.map(({ from, to, count }) => (
            <li key={`${from?.id} ${to?.id}`}>{t('police.move', { count, from: named(from), to: named(to) })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
