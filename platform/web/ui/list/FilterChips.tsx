import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { type Filter, isShown, optionsOf } from './filters.ts';
import classes from './ListPage.module.css';
import { type FilterValue, isEmptyValue } from './list-state.ts';

/** Returns a function for the text of a filter value. */
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
    if (filter.kind === 'date') return shownDay(value);
    if (filter.kind === 'month') return value.split('-').reverse().join('/');
    const valueText = (value: string) => {
      const key = `values.${filter.field}.${value}`;
      return has(key) ? label(key) : value;
    };
    const option = optionsOf(filter, valueText).find((candidate) => candidate.value === value);
    return option?.label ?? labels[`${filter.field}/${value}`] ?? value;
  }

  function shownBound(bound: unknown): string {
    return typeof bound === 'number' ? number(bound) : shownDay(String(bound));
  }
}

/** A date as DD/MM/YYYY; a time is unchanged. */
const shownDay = (text: string): string => (text.includes('-') ? text.split('-').reverse().join('/') : text);

export function useFilterName(namespace: string): (filter: Filter) => string {
  const { label, has } = useLabels(namespace);
  return ({ field, name = field }) => (has(`filters.${name}`) ? label(`filters.${name}`) : label(`columns.${name}`));
}

type Props = {
  namespace: string;
  filters: readonly Filter[];
  values: Record<string, FilterValue>;
  labels: Record<string, string>;
  onOpen(field: string): void;
  onClear(field: string): void;
};

/** One chip per filter: without a value it opens the filter, otherwise it shows and clears the value. */
export function FilterChips({ namespace, filters, values, labels, onOpen, onClear }: Props) {
  const t = useKitText();
  const nameOf = useFilterName(namespace);
  const textOf = useValueText(namespace, labels);
  return (
    <div className={classes.chips}>
      {filters.filter(isShown).map((filter) => {
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
