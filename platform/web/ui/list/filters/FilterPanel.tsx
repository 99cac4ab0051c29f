import { Button, CloseButton, Drawer, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useKitText } from '../../../i18n/texts.ts';
import { usePhone } from '../../../shell/layout/phone.ts';
import classes from '../ListPage.module.css';
import { type FilterValue, isEmptyValue } from '../list-state.ts';
import { cleanValue } from './ChipFilter.tsx';
import { useFilterName } from './FilterChips.tsx';
import { FilterField } from './FilterField.tsx';
import { dependentsOf, type Filter, isShown } from './filters.ts';

type Values = Record<string, FilterValue>;
type Props = {
  namespace: string;
  filters: readonly Filter[];
  values: Values;
  labels: Record<string, string>;
  /** The field of the filter that is focused first. */
  focus: string | null;
  onApply(values: Values, labels: Record<string, string>): void;
  onClose(): void;
};

/** All filters of a list, applied together. A panel of 400 px next to the list, a drawer on phones. */
export function FilterPanel(props: Props) {
  const t = useKitText();
  const phone = usePhone();
  if (phone) {
    return (
      <Drawer
        opened
        onClose={props.onClose}
        position="bottom"
        size="85%"
        title={t('list.filters')}
        closeButtonProps={{ 'aria-label': t('actions.close') }}
      >
        <Fields {...props} />
      </Drawer>
    );
  }
  return (
    <aside
      className={classes.panel}
      aria-label={t('list.filters')}
      onKeyDown={(event) => leaves(event) && props.onClose()}
    >
      <div className={classes.panelHead}>
        <Title order={2} size="h3">
          {t('list.filters')}
        </Title>
        <CloseButton onClick={props.onClose} aria-label={t('actions.close')} />
      </div>
      <Fields {...props} />
    </aside>
  );
}

/** Esc first closes an open dropdown or calendar within the panel. */
function leaves({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const within = target instanceof HTMLElement && currentTarget.contains(target);
  return key === 'Escape' && within && !target.hasAttribute('aria-controls');
}

/** The values to apply: amounts within the bounds of their filters. */
const cleaned = (values: Values, filters: readonly Filter[]): Values =>
  Object.fromEntries(
    Object.entries(values)
      .map(([field, value]) => {
        const filter = filters.find((one) => one.field === field);
        return [field, filter ? cleanValue(filter, value) : value] as const;
      })
      .filter((entry): entry is readonly [string, FilterValue] => !isEmptyValue(entry[1])),
  );

function Fields({ namespace, filters, values, labels, focus, onApply }: Props) {
  const t = useKitText();
  const nameOf = useFilterName(namespace);
  const [draft, setDraft] = useState<Values>(values);
  const [allLabels, setAllLabels] = useState(labels);
  const [invalid, setInvalid] = useState<Record<string, boolean>>({});
  const body = useRef<HTMLDivElement>(null);
  const applied = JSON.stringify(values);
  useEffect(() => setDraft(JSON.parse(applied)), [applied]);
  useEffect(() => {
    body.current?.querySelector<HTMLElement>(`[data-filter="${focus ?? filters[0]?.field}"] input`)?.focus();
  }, [focus, filters]);

  const change = (field: string, value: FilterValue | undefined) => {
    const next = { ...draft };
    if (isEmptyValue(value)) delete next[field];
    else next[field] = value as FilterValue;
    // A dependent filter is cleared when the value that it depends on changes.
    for (const dependent of dependentsOf(filters, field)) delete next[dependent];
    setDraft(next);
  };
  const nothing = Object.keys(draft).length === 0;
  const changed = JSON.stringify(draft) !== applied;
  const clear = () => {
    setDraft({});
    // Applied filters are cleared at once, because an empty form cannot be applied.
    if (Object.keys(values).length > 0) onApply({}, allLabels);
  };
  return (
    <>
      <div className={classes.panelBody} ref={body}>
        {filters.filter(isShown).map((filter) => (
          <div key={filter.field} data-filter={filter.field}>
            <FilterField
              namespace={namespace}
              name={nameOf(filter)}
              filter={filter}
              value={draft[filter.field]}
              labels={allLabels}
              parent={filter.dependsOn ? draft[filter.dependsOn] : undefined}
              onChange={(value) => change(filter.field, value)}
              onLabels={(more) => setAllLabels((before) => ({ ...before, ...more }))}
              onInvalid={(is) => setInvalid((before) => ({ ...before, [filter.field]: is }))}
            />
          </div>
        ))}
      </div>
      <div className={classes.panelFoot}>
        <Button variant="subtle" color="gray" onClick={clear} disabled={nothing && Object.keys(values).length === 0}>
          {t('list.clearAll')}
        </Button>
        <Button
          onClick={() => onApply(cleaned(draft, filters), allLabels)}
          disabled={nothing || !changed || Object.values(invalid).some(Boolean)}
        >
          {t('actions.apply')}
        </Button>
      </div>
    </>
  );
}
