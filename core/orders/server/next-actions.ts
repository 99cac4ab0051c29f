import type { NextAction, NextActionName, OrderRow } from '../common/order.ts';
import { isOffline } from '../common/payment.ts';

export type Situation = Pick<
  OrderRow,
  'status' | 'paymentStatus' | 'fulfilment' | 'method' | 'requiresShipping' | 'work'
>;
type By = NextAction['by'];
/** `when`: whether the action makes sense. `why`: the obstacle, a text under `why`; null if there is none. */
type Rule = { by: By; when(order: Situation): boolean; why?(order: Situation): string | null };

const owed = ({ status, paymentStatus }: Situation): boolean =>
  status !== 'cancelled' && (paymentStatus === 'unpaid' || paymentStatus === 'failed');
const alive = ({ status }: Situation): boolean => status !== 'cancelled';
/** Has an invoice, and a credit note once it is refunded. */
const wasPaid = ({ paymentStatus }: Situation): boolean => paymentStatus === 'paid' || paymentStatus === 'refunded';
const inHand = ({ status }: Situation): boolean => status === 'confirmed' || status === 'deployed';
const beforeEnd = (order: Situation): boolean => order.status === 'submitted' || inHand(order);
const waitsForSeller = ({ method, paymentStatus, status }: Situation): boolean =>
  status !== 'cancelled' && paymentStatus === 'pending' && isOffline(method);
/** Refunded pieces are no longer sent or created. */
const kept = ({ paymentStatus }: Situation): boolean => paymentStatus !== 'refunded';
const unconfirmed = ({ status }: Situation): string | null => (status === 'submitted' ? 'not-confirmed' : null);

const seller: By = 'Super Admin';
const rules: Record<NextActionName, Rule> = {
  'confirm-payment': { by: 'Financial Admin', when: waitsForSeller },
  'reject-payment': { by: 'Financial Admin', when: waitsForSeller },
  confirm: {
    by: seller,
    when: ({ status }) => status === 'submitted',
    why: ({ paymentStatus }) => (paymentStatus === 'paid' ? null : 'not-paid'),
  },
  ship: { by: seller, when: (order) => beforeEnd(order) && kept(order) && order.work.unshipped > 0, why: unconfirmed },
  deploy: { by: seller, when: (order) => inHand(order) && kept(order) && order.work.pendingUnits > 0 },
  'retry-deploy': { by: seller, when: (order) => inHand(order) && kept(order) && order.work.errorUnits > 0 },
  deliver: { by: seller, when: ({ work }) => work.parcelsUnderWay > 0 },
  pay: { by: 'buyer', when: (order) => owed(order) && !isOffline(order.method) },
  'choose-method': { by: 'buyer', when: owed },
  'upload-proof': {
    by: 'buyer',
    when: (order) => isOffline(order.method) && (owed(order) || waitsForSeller(order)),
  },
  'edit-address': {
    by: seller,
    when: (order) => order.requiresShipping && beforeEnd(order),
    why: ({ fulfilment }) => (fulfilment === 'none' ? null : 'already-shipped'),
  },
  'replace-unit': {
    by: seller,
    when: (order) => (inHand(order) || order.status === 'completed') && order.work.doneUnits > 0,
  },
  refund: { by: 'Financial Admin', when: ({ paymentStatus, work }) => paymentStatus === 'paid' && work.refundable > 0 },
  cancel: {
    by: seller,
    when: ({ status }) => status === 'submitted' || status === 'confirmed',
    why: ({ fulfilment, work }) => {
      if (fulfilment !== 'none') return 'already-shipped';
      return work.doneUnits > 0 ? 'already-deployed' : null;
    },
  },
  bill: { by: 'buyer', when: (order) => alive(order) || wasPaid(order) },
  reorder: { by: 'buyer', when: () => true },
  ticket: { by: 'buyer', when: () => true },
};

/** The next possible actions of an order, the most urgent first. */
export const nextActionsOf = (order: Situation): NextAction[] =>
  (Object.keys(rules) as NextActionName[]).flatMap((action): NextAction[] => {
    const { by, when, why } = rules[action];
    if (!when(order)) return [];
    const reason = why?.(order) ?? null;
    return [{ action, by, enabled: reason === null, why: reason }];
  });
