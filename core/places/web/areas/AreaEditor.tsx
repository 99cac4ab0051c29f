import { Button, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { mostPoints, pointsOf } from '../../common/area-shape.ts';
import { useText } from '../api.ts';
import { ShapeEditor } from '../geofences/ShapeEditor.tsx';
import type { ShownArea } from './AreaLayers.tsx';
import { AreaLayers } from './AreasMap.tsx';
import {
  type AreaDrawing,
  areaOfGeoJson,
  mostGeoJsonBytes,
  pointsAt,
  type RingAt,
  ringsAt,
  withHole,
  withoutRing,
  withPoints,
  withPolygon,
} from './area-drawing.ts';

type Props = {
  label: string;
  value: AreaDrawing;
  onChange(drawing: AreaDrawing): void;
  error?: string | null;
  /** Other areas around, which are shown only. */
  around?: readonly ShownArea[];
  /** Below the map. */
  children?: ReactNode;
};

const keyOf = ({ polygon, hole }: RingAt) => `${polygon} ${hole ?? ''}`;

/** Edits an area ring by ring, on the map or by the coordinates of its points, or reads it from a GeoJSON file. */
export function AreaEditor({ label, value, onChange, error = null, around = [], children }: Props) {
  const t = useText();
  const { number } = useFormats();
  const rings = ringsAt(value);
  const [chosen, setChosen] = useState<RingAt>({ polygon: 0, hole: null });
  const [imported, setImported] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const at = rings.find((one) => keyOf(one) === keyOf(chosen)) ?? { polygon: 0, hole: null };
  const nameOf = ({ polygon, hole }: RingAt) =>
    hole === null
      ? t('area.polygon', { number: polygon + 1 })
      : t('area.hole', { number: polygon + 1, hole: hole + 1 });
  const others = useMemo(() => [...around, { id: 'own', tone: 'accent' as const, polygons: value }], [around, value]);
  const change = (drawing: AreaDrawing, to: RingAt = at) => {
    setFault(null);
    setChosen(to);
    onChange(drawing);
  };
  const read = async (file: File | null) => {
    if (!file) return;
    if (file.size > mostGeoJsonBytes) return setFault(t('geoJson.tooLarge'));
    const drawing = areaOfGeoJson(await file.text());
    if (typeof drawing === 'string') return setFault(t(drawing));
    change(drawing, { polygon: 0, hole: null });
    setImported((before) => before + 1);
  };
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <Select
          label={t('area.part')}
          value={keyOf(at)}
          data={rings.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          onChange={(key) => setChosen(rings.find((one) => keyOf(one) === key) ?? at)}
          allowDeselect={false}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => change(withPolygon(value), { polygon: value.length, hole: null })}
        >
          {t('area.addPolygon')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() =>
            change(withHole(value, at.polygon), { polygon: at.polygon, hole: value[at.polygon]?.holes.length ?? 0 })
          }
        >
          {t('area.addHole')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={iconSizes.sm} aria-hidden />}
          disabled={rings.length === 1}
          onClick={() => change(withoutRing(value, at), { polygon: 0, hole: null })}
        >
          {t('area.remove', { part: nameOf(at) })}
        </Button>
        <FileButton accept=".geojson,.json,application/geo+json,application/json" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileImport size={iconSizes.sm} aria-hidden />}
              aria-describedby={fault ? faultId : undefined}
            >
              {t('geoJson.read')}
            </Button>
          )}
        </FileButton>
      </Group>
      {fault && (
        <Text id={faultId} role="alert" size="sm" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('area.points', { count: pointsOf(value), shown: number(pointsOf(value)), most: number(mostPoints) })}
      </Text>
      <ShapeEditor
        // The map moves to what was read from a file.
        key={`${keyOf(at)} ${imported}`}
        label={label}
        kinds={['polygon']}
        value={{ kind: 'polygon', points: pointsAt(value, at), radius: null, width: null }}
        onChange={({ points }) => change(withPoints(value, at, points))}
        error={error}
        around={around.flatMap(({ polygons }) => polygons.flatMap(({ outer }) => outer))}
        layers={<AreaLayers areas={others} />}
      >
        {children}
      </ShapeEditor>
    </Stack>
  );
}
