import { type ListRequest, maxSearchLength, pageSizes } from '#platform/common/list.ts';
import { isTime } from '#platform/common/time/time-fields.ts';
import { cleanAmount } from './filters/amount.ts';
import { outputOf } from './filters/filter-output.ts';
import type { Filter } from './filters/filters.ts';

/**
 * Selected options, a date or a month; a range of dates (YYYY-MM-DD, inclusive) or times (HH:mm); or the bounds of an
 * amount.
 */
export type FilterValue = string[] | { from?: string; to?: string } | { min?: number; max?: number };
export type Sort = { field: string; direction: 'asc' | 'desc' };
export type ListState = {
  search: string;
  filter: Record<string, FilterValue>;
  sort: Sort | null;
  /** Cards or rows; null for the default of the list. */
  form: 'grid' | 'rows' | null;
  /** Starts at 0. */
  page: number;
  size: number;
};

export const emptyListState = (sort: Sort | null = null): ListState => ({
  search: '',
  filter: {},
  sort,
  form: null,
  page: 0,
  size: pageSizes.limitOffset.initial,
});

/** Whether both states are equal. */
export const sameState = (a: ListState, b: ListState): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a value sets no filter. */
export function isEmptyValue(value: FilterValue | undefined): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return Object.values(value).every((bound) => bound === undefined || bound === '');
}

/** Sets or clears a filter, and clears the filters that depend on it. */
export function withFilter(
  state: ListState,
  field: string,
  value: FilterValue | undefined,
  dependents: readonly string[] = [],
): ListState {
  const others = Object.fromEntries(
    Object.entries(state.filter).filter(([one]) => one !== field && !dependents.includes(one)),
  );
  return { ...state, page: 0, filter: isEmptyValue(value) ? others : { ...others, [field]: value as FilterValue } };
}

export const withSearch = (state: ListState, search: string): ListState => ({
  ...state,
  page: 0,
  search: search.slice(0, maxSearchLength).trim(),
});

/** Toggles the sorting by a field: ascending, descending, none. */
export function withSort(state: ListState, field: string): ListState {
  if (state.sort?.field !== field) return { ...state, page: 0, sort: { field, direction: 'asc' } };
  return { ...state, page: 0, sort: state.sort.direction === 'asc' ? { field, direction: 'desc' } : null };
}

/** The request of a state; days are those of the time zone. */
export function listRequestOf(state: ListState, filters: readonly Filter[], zone: string): ListRequest {
  return {
    limit: state.size,
    skip: state.page * state.size,
    search: state.search,
    ...(state.sort ? { sort: { [state.sort.field]: state.sort.direction } } : {}),
    filter: Object.assign(
      {},
      ...filters.flatMap((filter) => {
        const value = state.filter[filter.field];
        return value === undefined ? [] : [outputOf(filter, value, zone)];
      }),
    ),
  };
}

const sizes = pageSizes.limitOffset.options as readonly number[];
const own = ['search', 'sort', 'form', 'page', 'size'] as const;

/** Writes the state to the query of the address and keeps its other parameters. */
export function writeState(state: ListState, filters: readonly Filter[], before: URLSearchParams): URLSearchParams {
  const out = new URLSearchParams(before);
  for (const key of [...out.keys()]) if (isOwn(key, filters)) out.delete(key);
  if (state.search) out.set('search', state.search);
  if (state.sort) out.set('sort', `${state.sort.field}.${state.sort.direction}`);
  if (state.form) out.set('form', state.form);
  if (state.page > 0) out.set('page', String(state.page + 1));
  if (state.size !== pageSizes.limitOffset.initial) out.set('size', String(state.size));
  for (const [field, value] of Object.entries(state.filter)) {
    if (Array.isArray(value)) out.set(field, value.join(','));
    else
      for (const [part, bound] of Object.entries(value))
        if (bound !== undefined && bound !== '') out.set(`${field}[${part}]`, String(bound));
  }
  return out;
}

const fieldOf = (key: string) => key.replace(/\[\w+\]$/, '');
const isOwn = (key: string, filters: readonly Filter[]) =>
  (own as readonly string[]).includes(key) || filters.some((filter) => filter.field === fieldOf(key));

/** Reads the state from the query; null if it has no parameter of the list. Invalid parameters are ignored. */
export function readState(params: URLSearchParams, filters: readonly Filter[], sort: Sort | null): ListState | null {
  if (![...params.keys()].some((key) => isOwn(key, filters))) return null;
  const state = emptyListState(sort);
  state.search = (params.get('search') ?? '').slice(0, maxSearchLength);
  const [, field, direction] = /^(\w+)\.(asc|desc)$/.exec(params.get('sort') ?? '') ?? [];
  if (field) state.sort = { field, direction: direction as 'asc' | 'desc' };
  const form = params.get('form');
  if (form === 'grid' || form === 'rows') state.form = form;
  const page = Number(params.get('page'));
  if (Number.isInteger(page) && page > 1) state.page = page - 1;
  const size = Number(params.get('size'));
  if (sizes.includes(size)) state.size = size;
  for (const filter of filters) {
    const value = readFilter(params, filter);
    if (!isEmptyValue(value)) state.filter[filter.field] = value as FilterValue;
  }
  return state;
}

const day = (text: string | undefined) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
const month = (text: string | undefined) => (text && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined);
const time = (text: string | undefined) => (text && isTime(text) ? text : undefined);
const amount = (text: string | undefined) =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);

function readFilter(params: URLSearchParams, filter: Filter): FilterValue | undefined {
  const { field, kind } = filter;
  const at = (part: string) => params.get(`${field}[${part}]`) ?? undefined;
  const one = params.get(field) ?? undefined;
  switch (kind) {
    case 'select':
    case 'boolean':
      return one?.split(',').filter(Boolean);
    case 'date':
      return [day(one) ?? ''].filter(Boolean);
    case 'month':
      return [month(one) ?? ''].filter(Boolean);
    case 'dateRange':
      return { from: day(at('from')), to: day(at('to')) } as FilterValue;
    case 'timeRange':
      return { from: time(at('from')), to: time(at('to')) } as FilterValue;
    case 'range': {
      const { min, max } = { min: amount(at('min')), max: amount(at('max')) };
      return cleanAmount({ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }, filter);
    }
  }
}

/** The session storage key of a list's state, per person and customer. */
export const storageKeyOf = (tableKey: string, userId: number, actingFor: number | null): string =>
  `${tableKey}/${userId}/${actingFor ?? 'all'}`;

/** The last displayed list, with the query of its address. */
export type ShownList = { list: string; storageKey: string; text: string };

/** Whether the address still has the state that was set for another customer. */
export const belongsToOtherCustomer = (before: ShownList | null, now: ShownList): boolean =>
  before !== null && before.list === now.list && before.storageKey !== now.storageKey && before.text === now.text;
