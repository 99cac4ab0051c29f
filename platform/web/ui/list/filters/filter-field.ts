import { useEffect } from 'react';
import { useInputText } from '../../input/texts.ts';
import type { FilterValue } from '../list-state.ts';
import { type Filter, maxSelectedOptions } from './filters.ts';

/** The properties of the input of any kind of filter. */
export type FieldProps = {
  namespace: string;
  name: string;
  filter: Filter;
  value: FilterValue | undefined;
  labels: Record<string, string>;
  parent: FilterValue | undefined;
  onChange(value: FilterValue | undefined): void;
  onLabels(labels: Record<string, string>): void;
  /** Called with true while the input is invalid. */
  onInvalid(broken: boolean): void;
};

export const selectedValues = (value: FilterValue | undefined): string[] => (Array.isArray(value) ? value : []);

/** Reports to the panel whether the input is invalid. */
export function useInvalidReport(broken: boolean, onInvalid: FieldProps['onInvalid']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each change
  useEffect(() => onInvalid(broken), [broken]);
}

/** Returns an error when more than 30 options are selected. */
export function useMaxSelectedOptions(
  chosen: readonly string[],
  onInvalid: FieldProps['onInvalid'],
): string | undefined {
  const t = useInputText();
  const tooMany = chosen.length > maxSelectedOptions;
  useInvalidReport(tooMany, onInvalid);
  return tooMany ? t('mostSelected', { most: maxSelectedOptions }) : undefined;
}
