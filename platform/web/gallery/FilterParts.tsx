import { useState } from 'react';
import { FilterField } from '../ui/list/filters/FilterField.tsx';
import type { Filter } from '../ui/list/filters/filters.ts';
import type { FilterValue } from '../ui/list/list-state.ts';
import { Example } from './Example.tsx';
import { searchOptions, waitForEver } from './samples.ts';
import { useGalleryText } from './texts.ts';

const words = ['tower', 'villa'];

function Field({ filter, initial, parent }: { filter: Filter; initial?: FilterValue; parent?: FilterValue }) {
  const t = useGalleryText();
  const [value, setValue] = useState(initial);
  const [labels, setLabels] = useState<Record<string, string>>({});
  return (
    <FilterField
      namespace="gallery"
      name={t(`columns.${filter.field}` as 'columns.kind')}
      filter={filter}
      value={value}
      labels={labels}
      parent={parent}
      onChange={setValue}
      onLabels={(more) => setLabels((before) => ({ ...before, ...more }))}
      onInvalid={() => undefined}
    />
  );
}

/** Every kind of filter, as in the filter panel of a list. */
export function FilterParts() {
  const t = useGalleryText();
  const search = searchOptions((number) => t('option', { number }));
  const single: Filter = { field: 'kind', kind: 'select', options: words, single: true };
  const multiple: Filter = { field: 'many', kind: 'select', options: words };
  const found: Filter = { field: 'found', kind: 'select', search };
  const below: Filter = { field: 'below', kind: 'select', search, dependsOn: 'kind' };
  const amount: Filter = { field: 'amount', kind: 'range', min: 0, max: 100 };
  const hours: Filter = { field: 'hours', kind: 'timeRange' };
  return (
    <>
      <Example
        name="select"
        states={{ empty: <Field filter={single} />, filled: <Field filter={multiple} initial={['tower']} /> }}
      />
      <Example
        name="search"
        states={{
          empty: <Field filter={found} />,
          filled: <Field filter={found} initial={['1', '2']} />,
          error: <Field filter={found} initial={Array.from({ length: 31 }, (_, at) => String(at + 1))} />,
          disabled: <Field filter={below} />,
          loading: <Field filter={{ ...found, search: waitForEver }} />,
        }}
      />
      <Example name="boolean" states={{ empty: <Field filter={{ field: 'online', kind: 'boolean' }} /> }} />
      <Example
        name="date"
        states={{
          empty: <Field filter={{ field: 'day', kind: 'date' }} />,
          filled: <Field filter={{ field: 'day', kind: 'date' }} initial={['2026-03-18']} />,
        }}
      />
      <Example
        name="dateRange"
        states={{
          empty: <Field filter={{ field: 'days', kind: 'dateRange' }} />,
          filled: (
            <Field filter={{ field: 'days', kind: 'dateRange' }} initial={{ from: '2026-03-01', to: '2026-03-18' }} />
          ),
        }}
      />
      <Example
        name="month"
        states={{ filled: <Field filter={{ field: 'month', kind: 'month' }} initial={['2026-03']} /> }}
      />
      <Example
        name="timeRange"
        states={{
          empty: <Field filter={hours} />,
          filled: <Field filter={hours} initial={{ from: '08:00', to: '17:00' }} />,
        }}
      />
      <Example
        name="range"
        states={{
          empty: <Field filter={amount} />,
          filled: <Field filter={amount} initial={{ min: 5, max: 90 }} />,
          error: <Field filter={amount} initial={{ min: 101, max: 3 }} />,
        }}
      />
    </>
  );
}
