import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressState } from '#platform/web/ui/address/use-address-state.ts';
import { maxComparedMeters, type Normalisation, normalisations } from '../../common/compare.ts';

export type CompareChoice = {
  by: 'structure' | 'device';
  ids: number[];
  quantity: string;
  previous: boolean;
  normalise: Normalisation;
};

function readChoice(params: URLSearchParams): CompareChoice {
  const ids = (params.get('ids') ?? '').split(',').map(Number);
  return {
    by: params.get('by') === 'device' ? 'device' : 'structure',
    ids: ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, maxComparedMeters),
    quantity: params.get('quantity') ?? '',
    previous: params.get('with') === 'previous',
    normalise: normalisations.find((one) => one === params.get('normalise')) ?? 'none',
  };
}

function writeChoice({ by, ids, quantity, previous, normalise }: CompareChoice, before: URLSearchParams) {
  const next = new URLSearchParams(before);
  const values = {
    by,
    ids: ids.join(),
    quantity,
    with: previous ? 'previous' : '',
    normalise: normalise !== 'none' && by === 'structure' ? normalise : '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

const isSame = (a: CompareChoice, b: CompareChoice): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the comparison page compares, stored in the address. */
export function useCompareChoice() {
  const text = useSearchParams()[0].toString();
  const inAddress = useMemo(() => readChoice(new URLSearchParams(text)), [text]);
  const [choice, set] = useAddressState(inAddress, { isSame, write: writeChoice });
  const change = (part: Partial<CompareChoice>) => set({ ...choice, ...part }, { replace: true });
  return [choice, change] as const;
}
