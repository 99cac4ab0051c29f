import { useEffect, useState } from 'react';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import type { Layout } from '../../common/layout.ts';
import type { LayoutItem } from '../../common/layout-item.ts';
import { useText } from '../api.ts';
import type { Spot } from '../plan-math.ts';
import type { Candidate } from './ItemsPanel.tsx';
import { firstOutline, keyOf } from './item-math.ts';
import { useItemMoves } from './use-item-moves.ts';

const center: Spot = { x: 0.5, y: 0.5 };
const percent = (part: number) => Math.round(part * 100);

/** Ctrl-Z undoes the last change and Ctrl-Y does it again, except in input fields. */
function useHistoryKeys({ undo, redo }: { undo(): void; redo(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea');
      if (typing || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else if (key === 'z') undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** What a person does with the items of a plan: select and move them, place another one, or draw an outline. */
export function useItemEditing(layout: Layout) {
  const t = useText();
  const phone = usePhone();
  const moves = useItemMoves(layout);
  const [lassoing, setLassoing] = useState(false);
  const [picked, setPicked] = useState<Candidate | null>(null);
  const [outlining, setOutlining] = useState<LayoutItem | null>(null);
  useHistoryKeys(moves);

  const place = (candidate: Candidate, { x, y }: Spot) => {
    const after = { ...candidate, id: 0, x, y, turn: 0 };
    setPicked(null);
    moves.change([{ before: null, after }]);
    moves.press(after, false);
    moves.announce(t('said.placed', { name: after.name, x: percent(x), y: percent(y) }));
  };
  return {
    moves,
    lassoing,
    setLassoing,
    picked,
    outlining,
    shown: outlining
      ? moves.shown.map((item) => (keyOf(item) === keyOf(outlining) ? { ...item, outline: outlining.outline } : item))
      : moves.shown,
    pick(candidate: Candidate, byKeys: boolean) {
      if (byKeys) return place(candidate, center);
      setPicked((before) => (before && keyOf(before) === keyOf(candidate) ? null : candidate));
      // On phones the plan is above the list.
      if (phone) document.getElementById('plan')?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    },
    /** A tap next to the items: places the chosen one, else ends the selection. */
    tap: (spot: Spot) => (picked ? place(picked, spot) : moves.select([])),
    startOutline() {
      const [item] = moves.chosen;
      if (item) setOutlining({ ...item, outline: item.outline ?? [...firstOutline] });
    },
    drawOutline: (outline: LayoutItem['outline']) => outlining && setOutlining({ ...outlining, outline }),
    endOutline(outline: LayoutItem['outline']) {
      if (outlining) moves.replace([{ ...outlining, outline }]);
      setOutlining(null);
    },
  };
}
export type ItemEditing = ReturnType<typeof useItemEditing>;
