import { useEffect, useEffectEvent, useState } from 'react';
import { type FilterValue, isEmptyValue } from '../list-state.ts';
import { type Amount, cleanAmount } from './amount.ts';
import { FilterField } from './FilterField.tsx';
import type { Filter } from './filters.ts';

export type ChipFilterProps = {
  namespace: string;
  name: string;
  filter: Filter;
  value: FilterValue | undefined;
  labels: Record<string, string>;
  /** The value of the filter that this one depends on. */
  parent: FilterValue | undefined;
  onApply(value: FilterValue | undefined, labels: Record<string, string>): void;
};

/** Amounts are typed; other values are complete with each change. */
const typedMs = 600;

/** The value without empty parts, and amounts within the bounds of the filter. */
export function cleanValue(filter: Filter, value: FilterValue | undefined): FilterValue | undefined {
  const clean = filter.kind === 'range' && value !== undefined ? cleanAmount(value as Amount, filter) : value;
  return isEmptyValue(clean) ? undefined : clean;
}

/** The input of one filter, which applies each valid change at once. */
export function ChipFilter({ namespace, name, filter, value, labels, parent, onApply }: ChipFilterProps) {
  const [draft, setDraft] = useState(value);
  const [allLabels, setAllLabels] = useState(labels);
  const [invalid, setInvalid] = useState(false);
  const wanted = cleanValue(filter, draft);
  const text = JSON.stringify(wanted);
  const valid = !invalid && text !== JSON.stringify(value);
  const apply = useEffectEvent(() => onApply(wanted, allLabels));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text represents the value
  useEffect(() => {
    if (!valid) return;
    const timer = setTimeout(apply, filter.kind === 'range' ? typedMs : 0);
    return () => clearTimeout(timer);
  }, [valid, text, filter.kind]);
  return (
    <FilterField
      namespace={namespace}
      name={name}
      filter={filter}
      value={draft}
      labels={allLabels}
      parent={parent}
      onChange={setDraft}
      onLabels={(more) => setAllLabels((before) => ({ ...before, ...more }))}
      onInvalid={setInvalid}
    />
  );
}
