import { useCallback } from 'react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { NextAction, OrderRow } from '../../common/order.ts';

/** The people of the seller, and those of the buyer. */
export type OrderSide = 'seller' | 'buyer';
export const takes = (side: OrderSide, { by }: Pick<NextAction, 'by'>): boolean =>
  (by === 'buyer') === (side === 'buyer');

/** Actions that are possible at any time and do not advance the order. */
const lasting: readonly NextAction['action'][] = [
  'replace-unit',
  'refund',
  'cancel',
  'edit-address',
  'bill',
  'reorder',
  'ticket',
];

/** The next action of an order that one of these sides takes now; undefined if it waits for others. */
export const firstAction = ({ nextActions }: Pick<OrderRow, 'nextActions'>, side: OrderSide): NextAction | undefined =>
  nextActions.find((next) => next.enabled && takes(side, next) && !lasting.includes(next.action));

/** What an order waits for: an action of the side that acts first, or nothing. */
const awaited = ({ nextActions }: Pick<OrderRow, 'nextActions'>): NextAction | undefined =>
  nextActions.find(({ action, enabled }) => enabled && !lasting.includes(action));

/** Texts of the next actions: the name of one, why it cannot be taken, and the next step of an order as a sentence. */
export function useActionTexts() {
  const { label } = useLabels('orders');
  const name = useCallback((action: NextAction['action']) => label(`nextAction.${action}`), [label]);
  const why = useCallback(({ why: word }: NextAction) => (word === null ? undefined : label(`why.${word}`)), [label]);
  const nextStep = useCallback(
    (order: Pick<OrderRow, 'nextActions'>, side: OrderSide) => {
      const next = awaited(order);
      if (!next) return label('nothingToDo');
      return label('nextStep', {
        step: name(next.action),
        who: label(takes(side, next) ? 'who.you' : `who.${next.by}`),
      });
    },
    [label, name],
  );
  return { name, why, nextStep };
}
