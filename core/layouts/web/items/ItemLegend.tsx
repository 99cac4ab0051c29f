import type { LayoutItem } from '../../common/layout-item.ts';
import { useText } from '../api.ts';
import { ItemSwatch } from './ItemShape.tsx';
import classes from './Items.module.css';
import type { ItemKinds } from './use-item-kinds.ts';

/** What the looks on the plan stand for. */
export function ItemLegend({ items, kinds }: { items: readonly LayoutItem[]; kinds: ItemKinds }) {
  const t = useText();
  const looks = new Map(
    items.map((item) => {
      const look = kinds.lookOf(item);
      const label = kinds.labelOf(item);
      return [`${label} ${look.colour} ${look.letter}`, { label, look }];
    }),
  );
  if (looks.size === 0) return null;
  return (
    <ul className={classes.legend} aria-label={t('items.legend')}>
      {[...looks].map(([key, { label, look }]) => (
        <li key={key} className={classes.legendItem}>
          <ItemSwatch look={look} />
          {label}
        </li>
      ))}
    </ul>
  );
}
