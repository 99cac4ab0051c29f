import type { AnyRoute, FilterOf } from '#platform/common/route.ts';
import type { Endpoint, RouteOf } from '../../client/client-of.ts';

export type Option = { value: string; label: string };
export type OptionQuery = { search: string; skip: number; limit: number; parent?: readonly string[] };
type RawOption = string | Option | Record<string, unknown>;
type Read = string | ((option: Record<string, unknown>) => string);

export const filterKinds = ['select', 'boolean', 'date', 'dateRange', 'timeRange', 'month', 'range'] as const;

/** One filter of a list. Its label is the text `filters.<name>`, else `columns.<name>`. Source: 1-core.md §3. */
export type Filter<Field extends string = string> = {
  field: Field;
  /** The field when left out. */
  name?: string;
  kind: (typeof filterKinds)[number];
  /** What the call names it; the field when left out. */
  outputKey?: string;
  /** Puts the parts of the value (`12:3` of an option, both bounds of a range) under the keys of `outputKeys`, in their order. */
  spreadOutputObject?: boolean;
  outputKeys?: readonly string[];
  /** Words are explained by `values.<field>.<word>`; of objects `optionValue` and `optionLabel` name the properties. */
  options?: readonly RawOption[];
  /** Fetches options by pages of 10. */
  search?: (query: OptionQuery) => Promise<{ data: Option[]; totalRecords: number | undefined }>;
  optionValue?: Read;
  optionLabel?: Read;
  /** Disabled until that filter has a value; its options load anew when that changes. */
  dependsOn?: Field;
  single?: boolean;
  /** How typed text finds options that are here already. */
  localSearchMode?: 'startsWith' | 'includes';
  /** The server is asked once the text is longer than this. */
  minCharacters?: number;
  debounceMs?: number;
  /** Names of the bounds in the call, `from` and `to` when left out. */
  keyMap?: { fromDate: string; toDate: string };
  /** Sends days written so, both included, instead of instants. Addresses always have YYYY-MM-DD. */
  mask?: string;
  /** Days after today can be chosen as well: for what ends one day. */
  enableFutureDate?: boolean;
  show?: boolean;
  /** Bounds of an amount. */
  min?: number;
  max?: number;
};

/** What a filter chooses from; the list that takes it says under which name. */
export type UnnamedFilter = Omit<Filter<never>, 'field'>;

/** The filters of a list, by the names that its call takes: `FiltersOf<typeof api.gateway.list>`. */
export type FiltersOf<Call extends Endpoint<AnyRoute>> = readonly Filter<FilterOf<RouteOf<Call>>>[];

export const optionPageSize = 10;
export const loadMoreAt = 0.9;
export const optionListHeight = 160;
/** More options than this cannot be applied at once. Source: 1-core.md §5. */
export const maxSelectedOptions = 30;

export const isShown = (filter: Filter): boolean => filter.show !== false;

const bounded: readonly Filter['kind'][] = ['date', 'dateRange', 'timeRange', 'month', 'range'];

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
  if (outputKey && typeof filter.optionValue === 'function')
    return `${name}: optionValue cannot be a function when outputKey is set`;
  if (filter.spreadOutputObject && !outputKeys?.length) return `${name}: spreadOutputObject needs outputKeys`;
  if (kind === 'boolean' && outputKeys) return `${name}: a boolean has one output and takes no outputKeys`;
  if (filter.spreadOutputObject && bounded.includes(kind) && outputKeys?.length !== 2)
    return `${name} has two bounds and needs two outputKeys`;
  if (dependsOn && !all.some((one) => one.field === dependsOn))
    return `${name} depends on "${dependsOn}", which is no filter of this list`;
  return null;
}

/** Developer's mistakes, each with a clear message. Source: 1-core.md §5. */
export function checkFilters(filters: readonly Filter[]): void {
  for (const filter of filters) {
    const fault = faultOf(filter, filters);
    if (fault) throw new Error(fault);
  }
}

const reading = (how: Read | undefined, usual: string) => (option: Record<string, unknown>) =>
  typeof how === 'function' ? how(option) : String(option[how ?? usual] ?? '');

/** The options that a filter names itself, words in the language of `valueText`. */
export function optionsOf(filter: Filter, valueText: (word: string) => string): Option[] {
  const valueOf = reading(filter.optionValue, 'value');
  const labelOf = reading(filter.optionLabel, 'label');
  return (filter.options ?? []).map((option) =>
    typeof option === 'string'
      ? { value: option, label: valueText(option) }
      : { value: valueOf(option), label: labelOf(option) },
  );
}
