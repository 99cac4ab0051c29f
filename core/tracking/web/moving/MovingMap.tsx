import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconCurrentLocation, IconFocus2, IconStack2 } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import type { MovingThing } from '../../common/moving.ts';
import { useText } from '../texts.ts';
import { countsOf, foundThings, type MovingFilter } from './found-things.ts';
import classes from './Moving.module.css';
import { MovingFilters } from './MovingFilters.tsx';
import { MovingList } from './MovingList.tsx';
import { mainGroup } from './main-group.ts';

const MovingPoints = lazyPart(() => import('./MovingPoints.tsx').then((module) => module.MovingPoints));

/** Things that the map shows on request, such as geofences: sources and layers of react-map-gl. */
export type MapLayer = { id: string; label: string; layer: ReactNode };
/** Instead of things, where there are too many: the number of those near a place. */
export type PlacedCluster = Location & { devices: number };

type Props<Thing extends MovingThing> = {
  things: readonly Thing[];
  clusters?: readonly PlacedCluster[];
  addressOf(thing: Thing): string;
  /** A line about a thing in the list, such as its driver. */
  noteOf?(thing: Thing): string | null;
  layers?: readonly MapLayer[];
  /** Filters of the page, above the list. */
  filters?: ReactNode;
  /** What should be known about the list, such as that it is not complete. */
  note?: string | null;
};

const noClusters: readonly PlacedCluster[] = [];
const noLayers: readonly MapLayer[] = [];

/**
 * Up to 10,000 moving things on a map with a list next to it: found by name, by state or as the nearest to a place; one
 * can be followed. On a phone the list is a sheet over the map.
 */
export function MovingMap<Thing extends MovingThing>({
  things,
  clusters = noClusters,
  addressOf,
  noteOf,
  layers = noLayers,
  filters,
  note,
}: Props<Thing>) {
  const t = useText();
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<MovingFilter>('all');
  const [near, setNear] = useState<Location | null>(null);
  const [picking, setPicking] = useState(false);
  const [folded, setFolded] = useState(false);
  const view = useView(things, clusters);
  const { chosen, follows } = view;
  // Typing stays fluent while 10,000 things move.
  const shown = useDeferredValue(things);
  const found = useMemo(() => foundThings(shown, { search, filter, near }), [shown, search, filter, near]);
  const drawn = useMemo(() => found.map(({ thing }) => thing), [found]);
  const counts = useMemo(() => countsOf(shown), [shown]);
  useShortcut('f', t('live.follow'), view.toggleFollow, { enabled: chosen !== null });
  const nearest = () => {
    setPicking(near === null && !picking);
    setNear(null);
  };
  const count =
    found.length === 0 ? t('live.none') : t('live.shown', { count: found.length, shown: number(found.length) });
  return (
    <div className={classes.sides}>
      <section className={classes.list} aria-label={t('live.list')} data-folded={folded || undefined}>
        <button
          type="button"
          className={classes.sheetHandle}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? (
            <IconChevronUp size={iconSizes.md} aria-hidden />
          ) : (
            <IconChevronDown size={iconSizes.md} aria-hidden />
          )}
          {count}
        </button>
        {filters}
        <SearchBox value={search} busy={false} onSearch={setSearch} />
        <MovingFilters counts={counts} value={filter} onChange={setFilter} />
        <Text size="sm" c="dimmed" role="status" className={classes.found}>
          {count}
        </Text>
        {note && <Text size="sm">{note}</Text>}
        <MovingList
          found={found}
          chosen={chosen}
          onChoose={view.choose}
          addressOf={addressOf}
          {...(noteOf ? { noteOf } : {})}
        />
      </section>
      <div className={classes.map}>
        <div className={classes.tools}>
          <Button size="xs" variant="default" onClick={view.showAll}>
            {t('live.all')}
          </Button>
          <Button
            size="xs"
            variant={picking || near ? 'filled' : 'default'}
            aria-pressed={picking || near !== null}
            leftSection={<IconCurrentLocation size={iconSizes.sm} aria-hidden />}
            onClick={nearest}
          >
            {t('live.nearest')}
          </Button>
          {chosen !== null && (
            <Button
              size="xs"
              variant={follows ? 'filled' : 'default'}
              aria-pressed={follows}
              leftSection={<IconFocus2 size={iconSizes.sm} aria-hidden />}
              onClick={view.toggleFollow}
            >
              {t('live.follow')}
            </Button>
          )}
          {layers.length > 0 && <LayersMenu layers={layers} chosen={view.layers} onChange={view.setLayers} />}
        </div>
        {picking && (
          <Text size="sm" className={classes.hint} role="status">
            {t('live.nearestHint')}
          </Text>
        )}
        <WorldMap
          fills
          label={t('live.title')}
          cities={useLargestCities()}
          focus={view.focus}
          pin={near}
          {...(view.clusterPoints.length > 0 ? { points: view.clusterPoints } : {})}
          {...(picking
            ? {
                onPick: (at: Location) => {
                  setPicking(false);
                  setNear(at);
                },
              }
            : {})}
          layers={
            <>
              {layers
                .filter(({ id }) => view.layers.includes(id))
                .map(({ id, layer }) => (
                  <LayerOf key={id}>{layer}</LayerOf>
                ))}
              <MovingPoints things={drawn} chosen={chosen} onChoose={view.choose} />
            </>
          }
        />
      </div>
    </div>
  );
}

const LayerOf = ({ children }: { children: ReactNode }) => children;

/** What the map shows: where most things are at first; then the chosen one, which it can follow. */
function useView(things: readonly MovingThing[], clusters: readonly PlacedCluster[]) {
  const { number } = useFormats();
  const [all] = useState(() => [...things, ...clusters].map(({ lat, lng }) => ({ lat, lng })));
  const main = useMemo(() => mainGroup(all), [all]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [follows, setFollows] = useState(false);
  const [shown, setShown] = useState<readonly Location[]>(main);
  const [layers, setLayers] = useState<readonly string[]>([]);
  const placeOf = (id: number | null) => {
    const thing = things.find((one) => one.id === id);
    return thing ? [{ lat: thing.lat, lng: thing.lng }] : null;
  };
  const clusterPoints = useMemo(
    // Ids of things are never negative.
    () => clusters.map(({ lat, lng, devices }, at) => ({ id: -1 - at, name: number(devices), lat, lng })),
    [clusters, number],
  );
  return {
    chosen,
    follows,
    layers,
    setLayers,
    clusterPoints,
    focus: (follows && placeOf(chosen)) || shown,
    choose(id: number | null) {
      setChosen(id);
      setFollows(false);
      const place = placeOf(id);
      if (place) setShown(place);
    },
    toggleFollow() {
      // The view stays where it is when following ends.
      setShown(placeOf(chosen) ?? shown);
      setFollows(!follows);
    },
    showAll() {
      setChosen(null);
      setFollows(false);
      // The main group is in view already: a new list moves the map to all of them.
      setShown(things.length > 0 ? things.map(({ lat, lng }) => ({ lat, lng })) : all);
    },
  };
}

type LayersProps = {
  layers: readonly MapLayer[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
};

function LayersMenu({ layers, chosen, onChange }: LayersProps) {
  const t = useText();
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconStack2 size={iconSizes.sm} aria-hidden />}>
          {t('live.layers')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...chosen]} onChange={onChange}>
          <Stack gap="xs">
            {layers.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
