import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Link } from 'react-router';
import type { ListRequest } from '#platform/common/list.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { VirtualList } from '#platform/web/ui/input/VirtualList.tsx';
import type { Location } from '#platform/web/ui/map/location.ts';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { siteAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { SiteToneIcon } from '../SiteTones.tsx';
import classes from './StructuresMap.module.css';

type Props = {
  params: { companyId: number };
  request: ListRequest;
  /** The number of structures with a location, and of all. */
  shown: number;
  total: number;
  selected: number | null;
  /** The structure of the pin on the map. */
  pinned: { id: number; name: string } | null;
  tones: ReadonlyMap<number, Tone> | undefined;
  onSelect(id: number, at: Location | null): void;
};

const rowHeight = sizes.touch + 8;

/** The list next to the map. Selecting a structure moves the map. */
export function StructuresSplitView({ params, request, shown, total, selected, pinned, tones, onSelect }: Props) {
  const t = useText();
  const kitText = useKitText();
  const { number } = useFormats();
  const { ref, height } = useElementSize();
  const key = JSON.stringify(request);
  return (
    <section className={classes.listSide} aria-label={t('pages.structures-all')}>
      <div className={classes.status} aria-live="polite">
        {pinned ? (
          <Anchor component={Link} to={siteAddress(pinned.id)} fw={600}>
            {t('map.open', { name: pinned.name })}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            {t('map.shown', { shown: number(shown), total: number(total) })}
          </Text>
        )}
      </div>
      <div ref={ref} className={classes.rows}>
        {total === 0 ? (
          <Text size="sm" c="dimmed">
            {kitText('list.nothingMatches')}
          </Text>
        ) : (
          <VirtualList
            key={key}
            label={t('pages.structures-all')}
            queryKey={[...api.structure.search.keyPrefix, 'beside', params, request]}
            load={(skip, limit) =>
              api.structure.search.send({ params, list: { ...request, skip, limit, total: skip === 0 } })
            }
            rowHeight={rowHeight}
            height={Math.max(height, rowHeight * 4)}
          >
            {(row) => (
              <UnstyledButton
                className={classes.row}
                aria-pressed={row.id === selected}
                onClick={() => onSelect(row.id, row.location)}
              >
                <span className={classes.name}>
                  <SiteToneIcon tone={tones?.get(row.id)} />
                  <bdi>{row.name}</bdi>
                </span>
                <span className={classes.note}>
                  <bdi>{row.location ? row.address : t('map.noPlace')}</bdi>
                </span>
              </UnstyledButton>
            )}
          </VirtualList>
        )}
      </div>
    </section>
  );
}
