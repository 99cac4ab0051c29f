import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import type { Filter } from './filters.ts';
import classes from './ListPage.module.css';
import { type FilterValue, isEmptyValue } from './list-state.ts';

/** How a filter's value reads in a chip. */
export function useValueText(namespace: string, labels: Record<string, string>) {
  const { label, has } = useLabels(namespace);
  const { number } = useFormats();
  return (filter: Filter, value: FilterValue): string => {
    if (Array.isArray(value)) {
      return value.map((one) => optionText(filter, one)).join(label('list.comma'));
    }
    const bounds = Object.entries(value).filter(([, bound]) => bound !== undefined && bound !== '');
    return bounds.map(([part, bound]) => label(`list.${part}`, { value: shownBound(bound) })).join(' ');
  };

  function optionText(filter: Filter, value: string): string {
    if (filter.kind === 'boolean') return label(value === 'true' ? 'actions.yes' : 'actions.no');
    const known = filter.options?.find((option) => typeof option !== 'string' && option.value === value);
    if (known && typeof known !== 'string') return known.label;
    const key = `values.${filter.field}.${value}`;
    return has(key) ? label(key) : (labels[`${filter.field}/${value}`] ?? value);
  }

  function shownBound(bound: unknown): string {
    if (typeof bound === 'number') return number(bound);
    const [year, month, day] = String(bound).split('-');
    return `${day}/${month}/${year}`;
  }
}

export function useFilterName(namespace: string): (filter: Filter) => string {
  const { label, has } = useLabels(namespace);
  return ({ field }) => (has(`filters.${field}`) ? label(`filters.${field}`) : label(`columns.${field}`));
}

type Props = {
  namespace: string;
  filters: readonly Filter[];
  values: Record<string, FilterValue>;
  labels: Record<string, string>;
  onOpen(field: string): void;
  onClear(field: string): void;
};

/** One chip for each filter: unselected it opens its filter, selected it shows what is chosen and can be cleared. */
export function FilterChips({ namespace, filters, values, labels, onOpen, onClear }: Props) {
  const t = useKitText();
  const nameOf = useFilterName(namespace);
  const textOf = useValueText(namespace, labels);
  return (
    <div className={classes.chips}>
      {filters.map((filter) => {
        const value = values[filter.field];
        const name = nameOf(filter);
        const selected = value !== undefined && !isEmptyValue(value);
        return (
          <span key={filter.field} className={classes.chip} data-selected={selected || undefined}>
            <UnstyledButton className={classes.chipButton} onClick={() => onOpen(filter.field)}>
              {!selected && <IconPlus size={iconSizes.sm} aria-hidden />}
              <span className={classes.chipText}>
                {selected ? t('list.chip', { name, value: textOf(filter, value) }) : name}
              </span>
            </UnstyledButton>
            {selected && (
              <CloseButton
                size="sm"
                className={classes.chipClear}
                onClick={() => onClear(filter.field)}
                aria-label={t('list.clearFilter', { name })}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}
