import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Pagination,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { IconEraser, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { defaultLocation, type Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { useText } from '../api.ts';
import { PlaceSearch } from '../PlaceSearch.tsx';
import classes from '../Places.module.css';
import {
  emptyDrawing,
  type FenceDrawing,
  handlesOf,
  type Kind,
  outlineOf,
  shapeKinds,
  withClick,
  withDrag,
  withTyped,
} from './geofence-shapes.ts';

type Props = {
  value: FenceDrawing;
  onChange(drawing: FenceDrawing): void;
  error?: string | null;
  /** The kinds of shapes to choose from; all by default. */
  kinds?: readonly Kind[];
  label?: string;
  /** Where the map looks while nothing is drawn. */
  around?: readonly Location[];
  /** Layers of the map, as of `WorldMap`. */
  layers?: ReactNode;
  /** Below the map. */
  children?: ReactNode;
};

/** So many corners are listed and can be dragged at a time. */
const pageSize = 50;
const pageStart = (page: number) => (page - 1) * pageSize;
/** What is on a page, with its index among all. */
const onPage = <Item,>(items: readonly Item[], page: number) =>
  items.map((item, index) => ({ item, index })).slice(pageStart(page), pageStart(page + 1));

const fieldValue = (typed: number | undefined) => (typed === undefined || Number.isNaN(typed) ? '' : typed);

/** Edits a shape on the map and in fields, which always show the same. */
export function ShapeEditor({
  value,
  onChange,
  error,
  kinds = shapeKinds,
  label,
  around = [],
  layers,
  children,
}: Props) {
  const t = useText();
  const kit = useKitText();
  const cities = useLargestCities();
  // The map does not move while drawing, only to the initial shape and to search results.
  const [focus, setFocus] = useState<readonly Location[]>(() => {
    const outline = outlineOf(value);
    return outline.length > 0 ? outline : around;
  });
  const [chosenPage, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(value.points.length / pageSize));
  const page = Math.min(chosenPage, pages);
  const change = (next: FenceDrawing) => {
    // A new corner is at the end.
    if (next.points.length > value.points.length) setPage(Math.ceil(next.points.length / pageSize));
    onChange(next);
  };
  const handles = handlesOf(value, (number) => t('draw.point', { number }));
  return (
    <Input.Wrapper label={label ?? t('fields.shape')} labelElement="div" error={error}>
      <Stack gap="sm">
        {kinds.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label={t('fields.shape')}
            value={value.kind}
            onChange={(kind) => onChange(emptyDrawing(kind as Kind))}
            data={kinds.map((kind) => ({ value: kind, label: t(`values.shape.${kind}`) }))}
          />
        )}
        <Text size="sm" c="dimmed">
          {t(`draw.${value.kind}`)}
        </Text>
        <PlaceSearch onFound={(at) => setFocus([at])} />
        <WorldMap
          label={t('draw.map')}
          cities={cities}
          focus={focus}
          outline={outlineOf(value)}
          handles={pages > 1 ? handles.slice(pageStart(page), pageStart(page + 1)) : handles}
          layers={layers}
          onHandle={(id, to) => onChange(withDrag(value, id, to))}
          onPick={(at) => change(withClick(value, at))}
        />
        <Group justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconEraser size={iconSizes.sm} aria-hidden />}
            disabled={value.points.length === 0}
            onClick={() => onChange(emptyDrawing(value.kind))}
          >
            {t('draw.again')}
          </Button>
        </Group>
        {children}
        <ShapeFields value={value} onChange={change} page={page} />
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': kit(`list.${control}`) })}
            getItemProps={(number) => ({ 'aria-label': kit('list.page', { page: number }) })}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function ShapeFields({ value, onChange, page }: Pick<Props, 'value' | 'onChange'> & { page: number }) {
  const t = useText();
  const { kind, points, radius } = value;
  const degree = (index: number, part: 'lat' | 'lng', label: string) => (
    <NumberInput
      key={`${index}${part}`}
      label={label}
      value={fieldValue(points[index]?.[part])}
      // A sign alone is an unfinished number.
      onChange={(to) => {
        if (typeof to === 'number') onChange(withTyped(value, index, part, to));
        else if (to === '') onChange(withTyped(value, index, part, null));
      }}
      decimalScale={6}
      clampBehavior="none"
      hideControls
      dir="ltr"
    />
  );
  if (kind === 'circle')
    return (
      <div className={classes.fields}>
        {degree(0, 'lat', t('draw.centerLat'))}
        {degree(0, 'lng', t('draw.centerLng'))}
        <NumberInput
          label={t('draw.radius')}
          value={radius ?? ''}
          onChange={(to) => onChange({ ...value, radius: typeof to === 'number' ? to : null })}
          clampBehavior="none"
          decimalScale={2}
          hideControls
          dir="ltr"
        />
      </div>
    );
  if (kind === 'rectangle')
    return (
      <div className={classes.fields}>
        {degree(0, 'lat', t('draw.north'))}
        {degree(1, 'lat', t('draw.south'))}
        {degree(0, 'lng', t('draw.west'))}
        {degree(1, 'lng', t('draw.east'))}
      </div>
    );
  const corners = (
    <ol className={classes.corners}>
      {onPage(points, page).map(({ index }) => (
        <li key={index} className={classes.corner}>
          {degree(index, 'lat', t('draw.cornerLat', { number: index + 1 }))}
          {degree(index, 'lng', t('draw.cornerLng', { number: index + 1 }))}
          <ActionIcon
            aria-label={t('draw.removeCorner', { number: index + 1 })}
            onClick={() => onChange({ ...value, points: points.filter((__, i) => i !== index) })}
          >
            <IconX size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </li>
      ))}
      <li>
        <Button
          variant="default"
          onClick={() => onChange({ ...value, points: [...points, points.at(-1) ?? defaultLocation] })}
        >
          {t('draw.addCorner')}
        </Button>
      </li>
    </ol>
  );
  if (kind === 'polygon') return corners;
  return (
    <Stack gap="sm">
      <NumberInput
        label={t('draw.width')}
        value={value.width ?? ''}
        onChange={(to) => onChange({ ...value, width: typeof to === 'number' ? to : null })}
        clampBehavior="none"
        decimalScale={2}
        hideControls
        dir="ltr"
      />
      {corners}
    </Stack>
  );
}
