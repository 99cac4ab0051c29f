import type { AnyRoute, FilterOf } from '#platform/common/route.ts';
import type { Endpoint, RouteOf } from '../../../client/client-of.ts';

export type FilterOption = { value: string; label: string };
export type OptionQuery = { search: string; skip: number; limit: number; parent?: readonly string[] };
type RawOption = string | FilterOption | Record<string, unknown>;
type PropertyReader = string | ((option: Record<string, unknown>) => string);

export const filterKinds = ['select', 'boolean', 'date', 'dateRange', 'timeRange', 'month', 'range'] as const;

/** A filter of a list. Its label is the text `filters.<name>`, otherwise `columns.<name>`. */
export type Filter<Field extends string = string> = {
  field: Field;
  /** The key of its label; by default the field. */
  name?: string;
  kind: (typeof filterKinds)[number];
  /** The query parameter; by default the field. */
  outputKey?: string;
  /** Writes the parts of the value (`12:3` of an option, both bounds of a range) to `outputKeys`, in order. */
  spreadOutputObject?: boolean;
  outputKeys?: readonly string[];
  /**
   * Strings are translated by `values.<field>.<value>`; for objects `optionValue` and `optionLabel` name the
   * properties.
   */
  options?: readonly RawOption[];
  /** Fetches options in pages of 10. */
  search?: (query: OptionQuery) => Promise<{ data: FilterOption[]; totalRecords: number | undefined }>;
  optionValue?: PropertyReader;
  optionLabel?: PropertyReader;
  /**
   * The field of the filter that it depends on: disabled without its value, and its options reload when that changes.
   */
  dependsOn?: Field;
  single?: boolean;
  /** How typed text matches loaded options. */
  localSearchMode?: 'startsWith' | 'includes';
  /** The server is searched once the text is longer than this. */
  minCharacters?: number;
  debounceMs?: number;
  /** The query parameters of the bounds; by default `from` and `to`. */
  keyMap?: { fromDate: string; toDate: string };
  /** The format in which dates are sent, both inclusive, instead of instants. Addresses always use YYYY-MM-DD. */
  mask?: string;
  /** Allows dates after today, for instance for expiry dates. */
  enableFutureDate?: boolean;
  show?: boolean;
  /** The bounds of an amount. */
  min?: number;
  max?: number;
};

/** A filter without its field, which the list adds. */
export type UnnamedFilter = Omit<Filter<never>, 'field'>;

/** The filters of a list, typed by its call: `FiltersOf<typeof api.gateway.list>`. */
export type FiltersOf<Call extends Endpoint<AnyRoute>> = readonly Filter<FilterOf<RouteOf<Call>>>[];

export const optionPageSize = 10;
export const loadMoreAt = 0.9;
export const optionListHeight = 160;
/** The maximum number of selected options. */
export const maxSelectedOptions = 30;

/** The fields of the filters that depend on one. */
export const dependentsOf = (filters: readonly Filter[], field: string): string[] =>
  filters.filter(({ dependsOn }) => dependsOn === field).map((filter) => filter.field);

export const isShown = (filter: Filter): boolean => filter.show !== false;

const kindsWithBounds: readonly Filter['kind'][] = ['date', 'dateRange', 'timeRange', 'month', 'range'];

function faultOf(filter: Filter, all: readonly Filter[]): string | null {
  const { field, kind, options, search, dependsOn, outputKey, outputKeys } = filter;
  if (!field) return 'A filter needs a field';
  const name = `The filter "${field}"`;
  if (!filterKinds.includes(kind)) return `${name} has the unknown kind "${kind}"`;
  if (kind === 'select' && Boolean(options) === Boolean(search))
    return `The select filter "${field}" needs options or a search function, not both`;
  if (kind !== 'select' && (options || search)) return `Only a select filter has options, not "${field}"`;
  if (kind !== 'select' && filter.single !== undefined)
    return `Only a select filter is single or multiple, not "${field}"`;
  const { optionLabel = 'label' } = filter;
  if (typeof optionLabel === 'string' && options?.some((one) => typeof one === 'object' && !(optionLabel in one)))
    return `An option of the filter "${field}" has no "${optionLabel}"`;
  if (outputKey && typeof filter.optionValue === 'function')
    return `${name}: optionValue cannot be a function when outputKey is set`;
  if (filter.spreadOutputObject && !outputKeys?.length) return `${name}: spreadOutputObject needs outputKeys`;
  if (kind === 'boolean' && outputKeys) return `${name}: a boolean has one output and takes no outputKeys`;
  if (filter.spreadOutputObject && kindsWithBounds.includes(kind) && outputKeys?.length !== 2)
    return `${name} has two bounds and needs two outputKeys`;
  if (dependsOn && !all.some((one) => one.field === dependsOn))
    return `${name} depends on "${dependsOn}", which is no filter of this list`;
  return null;
}

/** Throws for a faulty declaration of filters. */
export function checkFilters(filters: readonly Filter[]): void {
  for (const filter of filters) {
    const fault = faultOf(filter, filters);
    if (fault) throw new Error(fault);
  }
}

const readerOf = (property: PropertyReader | undefined, defaultProperty: string) => (option: Record<string, unknown>) =>
  typeof property === 'function' ? property(option) : String(option[property ?? defaultProperty] ?? '');

/** The static options of a filter; `valueText` translates strings. */
export function filterOptions(filter: Filter, valueText: (value: string) => string): FilterOption[] {
  const valueOf = readerOf(filter.optionValue, 'value');
  const labelOf = readerOf(filter.optionLabel, 'label');
  return (filter.options ?? []).map((option) =>
    typeof option === 'string'
      ? { value: option, label: valueText(option) }
      : { value: valueOf(option), label: labelOf(option) },
  );
}
