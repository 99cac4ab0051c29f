import { CloseButton, MantineThemeProvider, Popover, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { lazyPart } from '../../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../../theme.ts';
import classes from '../ListPage.module.css';
import { type FilterValue, isEmptyValue } from '../list-state.ts';
import { type Filter, filterOptions } from './filters.ts';

const ChipFilter = lazyPart(() => import('./ChipFilter.tsx').then((module) => module.ChipFilter));

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
    const option = filterOptions(filter, valueText).find((candidate) => candidate.value === value);
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
  /** Opens a filter in the panel of all filters, on phones. */
  onOpen: ((field: string) => void) | null;
  onApply(field: string, value: FilterValue | undefined, labels: Record<string, string>): void;
};

/** One chip per filter. It opens the filter, whose changes apply at once, and shows and clears its value. */
export function FilterChips({ filters, ...props }: Props) {
  return (
    <div className={classes.chips}>
      {filters.map((filter) => (
        <FilterChip key={filter.field} filter={filter} {...props} />
      ))}
    </div>
  );
}

const inPlace = { withinPortal: false };
/** Options and calendars open within the popover of the chip: a click outside of it would close both before it counts. */
const openingInPlace = {
  components: {
    Select: { defaultProps: { comboboxProps: inPlace } },
    MultiSelect: { defaultProps: { comboboxProps: inPlace } },
    DatePickerInput: { defaultProps: { popoverProps: inPlace } },
    MonthPickerInput: { defaultProps: { popoverProps: inPlace } },
  },
};

function FilterChip({
  namespace,
  filter,
  values,
  labels,
  onOpen,
  onApply,
}: Omit<Props, 'filters'> & { filter: Filter }) {
  const t = useKitText();
  const nameOf = useFilterName(namespace);
  const textOf = useValueText(namespace, labels);
  const [opened, setOpened] = useState(false);
  const { field, dependsOn } = filter;
  const value = values[field];
  const name = nameOf(filter);
  const selected = value !== undefined && !isEmptyValue(value);
  return (
    <span className={classes.chip} data-selected={selected || undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.chipButton}
            onClick={() => (onOpen ? onOpen(field) : setOpened((before) => !before))}
          >
            {!selected && <IconPlus size={iconSizes.sm} aria-hidden />}
            <span className={classes.chipText}>
              {selected ? t('list.chip', { name, value: textOf(filter, value) }) : name}
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.chipPopover}>
          <MantineThemeProvider theme={openingInPlace} inherit>
            <Suspense>
              <ChipFilter
                namespace={namespace}
                name={name}
                filter={filter}
                value={value}
                labels={labels}
                parent={dependsOn ? values[dependsOn] : undefined}
                onApply={(next, more) => onApply(field, next, more)}
              />
            </Suspense>
          </MantineThemeProvider>
        </Popover.Dropdown>
      </Popover>
      {selected && (
        <CloseButton
          size="sm"
          className={classes.chipClear}
          onClick={() => onApply(field, undefined, labels)}
          aria-label={t('list.clearFilter', { name })}
        />
      )}
    </span>
  );
}
