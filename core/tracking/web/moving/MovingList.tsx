import { Anchor, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { MovingThing } from '../../common/moving.ts';
import { useText } from '../texts.ts';
import type { FoundThing } from './found-things.ts';
import classes from './Moving.module.css';
import { StateIcon } from './StateIcon.tsx';

/** In pixels, as in the stylesheet. */
const rowHeight = 80;

type Props<Thing extends MovingThing> = {
  found: readonly FoundThing<Thing>[];
  chosen: number | null;
  onChoose(id: number | null): void;
  addressOf(thing: Thing): string;
  /** A line about a thing, such as its driver. */
  noteOf?: ((thing: Thing) => string | null) | undefined;
};

/** The things on the map as a list: arrow keys move in it, Enter shows one on the map. */
export function MovingList<Thing extends MovingThing>({ found, chosen, ...row }: Props<Thing>) {
  const t = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => found[index]?.thing.id ?? index,
  });
  // One that is chosen on the map is in view.
  const at = chosen === null ? -1 : found.findIndex(({ thing }) => thing.id === chosen);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const current = Number((event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index') ?? -1);
    const to = nextIndex(event.key, current, found.length);
    if (to === null) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    // The row may only be rendered by the scrolling.
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons of the rows
    <div ref={scroll} className={classes.scroll} onKeyDown={onKeyDown}>
      <ul className={classes.rows} aria-label={t('live.list')} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const one = found[index];
          return (
            <li
              key={key}
              data-index={index}
              className={classes.row}
              style={{ '--at': `${start}px` } as CSSProperties}
              aria-setsize={found.length}
              aria-posinset={index + 1}
            >
              {one && <MovingRow found={one} chosen={one.thing.id === chosen} {...row} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const page = 8;
/** The row that a key leads to; null for other keys. */
function nextIndex(key: string, current: number, count: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  };
  const to = targets[key];
  return to === undefined || count === 0 ? null : Math.min(Math.max(to, 0), count - 1);
}

type RowProps<Thing extends MovingThing> = Omit<Props<Thing>, 'found' | 'chosen'> & {
  found: FoundThing<Thing>;
  chosen: boolean;
};

function MovingRow<Thing extends MovingThing>({ found, chosen, onChoose, addressOf, noteOf }: RowProps<Thing>) {
  const t = useText();
  const { number } = useFormats();
  const { thing, metres } = found;
  const { id, name, speed, state, at, worst } = thing;
  const note = noteOf?.(thing);
  const label = t(`live.states.${state}`);
  return (
    <article className={classes.card} data-chosen={chosen || undefined}>
      <Tooltip label={label}>
        <span className={classes.state}>
          <StateIcon state={state} />
        </span>
      </Tooltip>
      <button type="button" aria-pressed={chosen} onClick={() => onChoose(chosen ? null : id)}>
        <bdi>{name}</bdi>
        <span>
          {state === 'moving' && speed !== null ? t('speed', { value: number(speed, 0) }) : label}
          {' · '}
          <Ago at={at} />
          {metres !== null && ` · ${t('live.away', { km: number(metres / 1000, 1) })}`}
        </span>
        {note && <bdi className={classes.note}>{note}</bdi>}
      </button>
      {worst && <SeverityChip value={worst} />}
      <Anchor component={Link} to={addressOf(thing)} size="sm" aria-label={t('live.openOf', { name })}>
        {t('live.open')}
      </Anchor>
    </article>
  );
}
