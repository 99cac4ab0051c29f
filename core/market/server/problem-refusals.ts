import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Problem } from '../common/quote.ts';

/** The status and code of each problem for which an order is refused, by its key. */
const refusals: Readonly<Record<string, readonly [status: number, code: string]>> = {
  'not-in-stock': [409, '20020003'],
  'no-shipping-to-country': [422, '20020009'],
  'voucher-unknown': [404, '20040001'],
  'voucher-not-started': [409, '20040002'],
  'voucher-ended': [409, '20040003'],
  'voucher-off': [409, '20040004'],
  'voucher-used-up': [409, '20040005'],
  'voucher-used-by-company': [409, '20040006'],
  'voucher-minimum': [409, '20040007'],
  'voucher-nothing-matches': [409, '20040008'],
};

const orderHasProblems = [400, '20020001'] as const;

/** The refusal for a single problem. */
export function refusalFor({ word, detail }: Omit<Problem, 'path'>): Refusal {
  const [status, code] = refusals[word] ?? orderHasProblems;
  return refuse(status, word, detail, code);
}

/**
 * The single refusal for an order whose problems all have the same key, whether they are found during pricing or by
 * losing a race; undefined if the order has other faults.
 */
export const commonRefusal = (problems: readonly Problem[]): Refusal | undefined => {
  const [first] = problems;
  const hasOwn = first !== undefined && first.word in refusals;
  return hasOwn && problems.every(({ word }) => word === first.word) ? refusalFor(first) : undefined;
};
