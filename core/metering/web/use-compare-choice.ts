import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { mostCompared } from '../common/compare.ts';

export type CompareChoice = {
  by: 'structure' | 'device';
  ids: number[];
  quantity: string;
  previous: boolean;
  perDevice: boolean;
};

function readChoice(params: URLSearchParams): CompareChoice {
  const ids = (params.get('ids') ?? '').split(',').map(Number);
  return {
    by: params.get('by') === 'device' ? 'device' : 'structure',
    ids: ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, mostCompared),
    quantity: params.get('quantity') ?? '',
    previous: params.get('with') === 'previous',
    perDevice: params.get('normalise') === 'device',
  };
}

/** What the comparison page compares, stored in the address. */
export function useCompareChoice() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const choice = useMemo(() => readChoice(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (part: Partial<CompareChoice>) =>
      setParams(
        (before) => {
          const { by, ids, quantity, previous, perDevice } = { ...readChoice(before), ...part };
          const next = new URLSearchParams(before);
          const values = {
            by,
            ids: ids.join(),
            quantity,
            with: previous ? 'previous' : '',
            normalise: perDevice && by === 'structure' ? 'device' : '',
          };
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [choice, change] as const;
}
