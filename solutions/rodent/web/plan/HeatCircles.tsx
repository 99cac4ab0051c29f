import { Menu } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { rodent } from '../../app.ts';
import type { TrapOnPlan } from '../../common/analysis.ts';
import { useText } from '../texts.ts';
import classes from './HeatPlan.module.css';
import { isHeard } from './heat.ts';
import { type HeatGroup, heatGroups, heatOfAll } from './heat-groups.ts';

type Traps = { traps: readonly TrapOnPlan[] };

export const labelOf = ({ number, name }: Pick<TrapOnPlan, 'number' | 'name'>) =>
  number === null ? name : String(number);
export const addressOf = ({ id }: Pick<TrapOnPlan, 'id'>) => `${rodent.web}/devices/details/${id}`;
/** Smaller circles are drawn over larger ones. */
export const largestFirst = <Of extends Pick<TrapOnPlan, 'hits' | 'number'>>(traps: readonly Of[]) =>
  traps.toSorted((a, b) => b.hits - a.hits || (a.number ?? Infinity) - (b.number ?? Infinity));

const remInPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The circles of traps over a plan, in the size in which it is shown now. */
export function HeatCircles({ traps }: Traps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const most = Math.max(0, ...traps.map(({ hits }) => hits));
  const groups = width > 0 ? heatGroups(largestFirst(traps), most, { width, height, rem: remInPixels() }) : [];
  return (
    <div ref={ref} className={classes.circles}>
      {groups.map((group) => (
        <Circle key={group.traps.map(({ id }) => id).join()} group={group} most={most} />
      ))}
    </div>
  );
}

function useTrapText() {
  const t = useText();
  const { number } = useFormats();
  const hitsOf = (hits: number) => t('analysis.hitCount', { count: hits, shown: number(hits) });
  return {
    hitsOf,
    textOf: (trap: TrapOnPlan) =>
      isHeard(trap)
        ? t('heat.trap', { trap: labelOf(trap), hits: hitsOf(trap.hits) })
        : t('heat.unheardTrap', { trap: labelOf(trap) }),
  };
}

/** The circle of a trap leads to it, that of several traps lists them. */
function Circle({ group: { traps, x, y, size }, most }: { group: HeatGroup<TrapOnPlan>; most: number }) {
  const t = useText();
  const { number } = useFormats();
  const { textOf, hitsOf } = useTrapText();
  const hits = traps.reduce((sum, trap) => sum + trap.hits, 0);
  const { tone } = heatOfAll(traps, most);
  const [single, ...others] = traps;
  const text =
    single && others.length === 0
      ? textOf(single)
      : t(tone === 'unheard' ? 'heat.unheardTraps' : 'heat.traps', {
          count: traps.length,
          shown: number(traps.length),
          hits: hitsOf(hits),
        });
  const props = {
    className: classes.circle,
    'data-tone': tone,
    style: { '--x': `${x}px`, '--y': `${y}px`, '--size': `${size}px` } as CSSProperties,
    'aria-label': text,
    title: text,
    onPointerDown: (event: { stopPropagation(): void }) => event.stopPropagation(),
  };
  const content = (
    <>
      <span aria-hidden>{tone === 'unheard' ? '–' : number(hits)}</span>
      <span className={classes.number} aria-hidden>
        {single && others.length === 0 ? labelOf(single) : `×${number(traps.length)}`}
      </span>
    </>
  );
  if (single && others.length === 0)
    return (
      <Link to={addressOf(single)} draggable={false} {...props}>
        {content}
      </Link>
    );
  return (
    <Menu withinPortal position="top">
      <Menu.Target>
        <button type="button" {...props} data-group>
          {content}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="40dvh" style={{ overflowY: 'auto' }}>
        {largestFirst(traps).map((trap) => (
          <Menu.Item key={trap.id} component={Link} to={addressOf(trap)}>
            <bdi>{textOf(trap)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
