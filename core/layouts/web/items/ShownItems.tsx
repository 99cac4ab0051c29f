import type { Layout } from '../../common/layout.ts';
import { useText } from '../api.ts';
import type { Spot } from '../plan-math.ts';
import { ItemLayer } from './ItemLayer.tsx';
import { useItemKinds } from './use-item-kinds.ts';
import { useItems } from './use-items.ts';

type Props = { layout: Layout; spotOf(client: { clientX: number; clientY: number }): Spot | null };

/** The items on a plan below its devices, only to see. */
export function ShownItems({ layout, spotOf }: Props) {
  const t = useText();
  const kinds = useItemKinds();
  const { items } = useItems(layout);
  return (
    <ItemLayer
      layout={layout}
      items={items}
      kinds={kinds}
      label={t('items.on', { name: layout.name })}
      spotOf={spotOf}
    />
  );
}
