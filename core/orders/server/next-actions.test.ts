import { expect, test } from 'vitest';
import { nextActionNames } from '../common/order.ts';
import { nextActionsOf, type Situation } from './next-actions.ts';

const nothingOpen = {
  toShip: 0,
  unshipped: 0,
  parcelsUnderWay: 0,
  pendingUnits: 0,
  errorUnits: 0,
  doneUnits: 0,
  refundable: 0,
};
type Part = Partial<Omit<Situation, 'work'>> & { work?: Partial<Situation['work']> };
const orderWith = ({ work, ...part }: Part): Situation => ({
  status: 'submitted',
  paymentStatus: 'unpaid',
  fulfilment: 'none',
  method: null,
  requiresShipping: false,
  ...part,
  work: { ...nothingOpen, ...work },
});
/** Who takes an action, or why it cannot be taken; undefined where it is not offered. */
function offered(action: string, part: Part): string | undefined {
  const found = nextActionsOf(orderWith(part)).find((next) => next.action === action);
  return found && (found.why ?? found.by);
}

const confirmed = { status: 'confirmed', paymentStatus: 'paid' } as const;
test.each<[action: string, when: string, part: Part, by: string | undefined]>([
  [
    'confirm-payment',
    'while a transfer is pending',
    { method: 'transfer', paymentStatus: 'pending' },
    'Financial Admin',
  ],
  ['confirm-payment', 'for no card', { method: 'card', paymentStatus: 'pending' }, undefined],
  [
    'reject-payment',
    'while a purchase order is pending',
    { method: 'purchase-order', paymentStatus: 'pending' },
    'Financial Admin',
  ],
  ['reject-payment', 'once the money has come in no more', { method: 'transfer', paymentStatus: 'paid' }, undefined],
  ['confirm', 'once the order is paid', { paymentStatus: 'paid' }, 'Super Admin'],
  ['confirm', 'not before', {}, 'not-paid'],
  ['confirm', 'only once', confirmed, undefined],
  ['ship', 'while pieces are unsent', { ...confirmed, work: { unshipped: 1 } }, 'Super Admin'],
  ['ship', 'after the confirmation', { work: { unshipped: 1 } }, 'not-confirmed'],
  ['ship', 'while there is anything to send', confirmed, undefined],
  [
    'ship',
    'no more once the order is refunded',
    { ...confirmed, paymentStatus: 'refunded', work: { unshipped: 1 } },
    undefined,
  ],
  [
    'deploy',
    'no more once the order is refunded',
    { ...confirmed, paymentStatus: 'refunded', work: { pendingUnits: 1 } },
    undefined,
  ],
  ['deploy', 'while units are pending', { ...confirmed, work: { pendingUnits: 2 } }, 'Super Admin'],
  ['deploy', 'not for units with errors', { ...confirmed, work: { errorUnits: 1 } }, undefined],
  ['retry-deploy', 'while units have errors', { ...confirmed, work: { errorUnits: 1 } }, 'Super Admin'],
  ['retry-deploy', 'not for pending units', { ...confirmed, work: { pendingUnits: 1 } }, undefined],
  ['deliver', 'while parcels are under way', { ...confirmed, work: { parcelsUnderWay: 1 } }, 'Super Admin'],
  ['deliver', 'not without parcels', confirmed, undefined],
  ['pay', 'while the order is unpaid', { method: 'card' }, 'buyer'],
  ['pay', 'after a failure', { paymentStatus: 'failed', method: 'card-link' }, 'buyer'],
  ['pay', 'not by transfer', { method: 'transfer' }, undefined],
  ['pay', 'not after the cancellation', { status: 'cancelled' }, undefined],
  ['choose-method', 'while the order is unpaid', {}, 'buyer'],
  ['choose-method', 'not while an attempt is pending', { paymentStatus: 'pending' }, undefined],
  ['upload-proof', 'of a transfer', { method: 'transfer', paymentStatus: 'pending' }, 'buyer'],
  ['upload-proof', 'not of a card', { method: 'card' }, undefined],
  ['edit-address', 'before the first parcel', { requiresShipping: true }, 'Super Admin'],
  ['edit-address', 'not after it', { requiresShipping: true, fulfilment: 'partially-shipped' }, 'already-shipped'],
  ['edit-address', 'not where nothing is sent', {}, undefined],
  ['replace-unit', 'once a unit is done', { ...confirmed, work: { doneUnits: 1 } }, 'Super Admin'],
  ['replace-unit', 'also of a completed order', { status: 'completed', work: { doneUnits: 1 } }, 'Super Admin'],
  ['replace-unit', 'not before a unit is done', confirmed, undefined],
  ['refund', 'while money is left', { ...confirmed, work: { refundable: 1 } }, 'Financial Admin'],
  ['refund', 'not after all of it was paid back', confirmed, undefined],
  ['cancel', 'before anything was done', {}, 'Super Admin'],
  ['cancel', 'not after a parcel', { fulfilment: 'shipped' }, 'already-shipped'],
  ['cancel', 'of a paid order, which is then refunded', confirmed, 'Super Admin'],
  ['cancel', 'not after a unit', { status: 'confirmed', work: { doneUnits: 1 } }, 'already-deployed'],
  ['cancel', 'not of a deployed order', { status: 'deployed' }, undefined],
  ['bill', 'of every order', {}, 'buyer'],
  ['bill', 'but one that was cancelled before it was paid', { status: 'cancelled' }, undefined],
  ['bill', 'also of a cancelled one that was refunded', { status: 'cancelled', paymentStatus: 'refunded' }, 'buyer'],
  ['reorder', 'of a cancelled order too', { status: 'cancelled' }, 'buyer'],
  ['ticket', 'about a cancelled order too', { status: 'cancelled' }, 'buyer'],
])('the action %s of an order is offered %s', (action, _when, part, by) => expect(offered(action, part)).toBe(by));

test('the actions of an order come in the order of their urgency', () => {
  const names = nextActionsOf(
    orderWith({
      ...confirmed,
      requiresShipping: true,
      work: { unshipped: 2, pendingUnits: 2, errorUnits: 1, refundable: 5 },
    }),
  ).map(({ action }) => action);
  expect(names).toEqual(nextActionNames.filter((name) => names.includes(name)));
  expect(names[0]).toBe('ship');
});
