export type Amount = { min?: number; max?: number };
export type AmountFault = { text: 'minAbove' | 'minBelow' | 'maxAbove' | 'maxBelow' | 'maxBelowMin'; bound?: number };

/** Removes a negative minimum unless the filter allows values below zero. */
export function cleanAmount({ min, max }: Amount, bounds: Amount): Amount {
  const minimum = min !== undefined && (min >= 0 || (bounds.min ?? 0) < 0) ? { min } : {};
  return { ...minimum, ...(max === undefined ? {} : { max }) };
}

function boundFault(value: number | undefined, which: 'min' | 'max', bounds: Amount): AmountFault | null {
  if (value === undefined) return null;
  if (bounds.min !== undefined && value < bounds.min) return { text: `${which}Above`, bound: bounds.min };
  if (bounds.max !== undefined && value > bounds.max) return { text: `${which}Below`, bound: bounds.max };
  return null;
}

/** The error of each bound; a filter with an error cannot be applied. */
export function amountFaults(amount: Amount, bounds: Amount): { min: AmountFault | null; max: AmountFault | null } {
  const { min, max } = cleanAmount(amount, bounds);
  return {
    min: boundFault(min, 'min', bounds),
    max:
      boundFault(max, 'max', bounds) ??
      (min !== undefined && max !== undefined && max < min ? { text: 'maxBelowMin' } : null),
  };
}
