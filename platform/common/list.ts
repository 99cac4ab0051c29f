import { isPlainText, withoutControlCharacters } from './text/plain-text.ts';
import { isTime } from './time/time-fields.ts';

/** The search, filter and sort fields of a list, as field names of its row. */
export type ListSpec<Field extends string = string> = {
  search?: readonly Field[];
  filter?: readonly Field[];
  /** The filters that take values but not bounds: they have no column to compare. */
  valuesOnly?: readonly Field[];
  sort?: readonly Field[];
  /** The total is counted up to this number; one more means "more than that". For logs that grow without end. */
  countUpTo?: number;
  /** Defaults to newest first by id. */
  defaultSort?: readonly [Field, 'asc' | 'desc'];
};

export const pageSizes = {
  limitOffset: { initial: 25, options: [5, 10, 15, 25, 50] },
  old: { initial: 50, options: [3, 5, 10, 50, 100] },
} as const;
export const exportPageSize = 50;
export const maxSearchLength = 100;
/** The debounce of searches and filters, in ms. */
export const searchMs = 700;
/** The maximum number of rows that the search of all records returns for each list. */
export const maxResultsPerList = 5;

/** A parsed request for a page of a list. */
export type ListQuery = {
  limit: number;
  skip: number;
  /** Whether to count all matching rows; callers leave it out when they only turn the page. */
  total: boolean;
  search?: string;
  sort?: { field: string; direction: 'asc' | 'desc' };
  /**
   * Field → values, separated by commas. Bounds are given as `field[from]` and `field[to]`: dates, instants or times.
   */
  filters: Record<string, string[]>;
  ranges: Record<string, { from?: string; to?: string; min?: number; max?: number }>;
};

/** `known`: the names that a field accepts, if the installation decides which. */
export type FieldError = { param: string; msg: string; known?: readonly string[] };

/** Parses a non-negative integer; null for anything else. */
const whole = (text: string): number | null => (/^\d{1,8}$/.test(text) ? Number(text) : null);

/**
 * Parses `limit, skip|offset, total, search, sort[field]` (or `sortBy` with `sortType`), `field=a,b` and
 * `field[from|to|min|max]`. Unknown keys are errors.
 */
export function readListQuery(
  raw: Record<string, unknown>,
  spec: ListSpec,
  extra: readonly string[] = [],
): { query: ListQuery; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const query: ListQuery = { limit: pageSizes.limitOffset.initial, skip: 0, total: true, filters: {}, ranges: {} };
  for (const [key, value] of Object.entries(raw)) {
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text === '' || extra.includes(key)) continue;
    if (key === 'limit' || key === 'skip' || key === 'offset') {
      const value = whole(text);
      if (value === null) errors.push({ param: key, msg: 'enterANumber' });
      else if (key === 'limit') query.limit = Math.min(Math.max(value, 1), 100);
      else query.skip = value;
    } else if (key === 'total') query.total = text !== 'false' && text !== '0';
    else if (key === 'search') readSearch(text, spec, query, errors);
    else if (key === 'sortBy') readSort(key, text, raw.sortType ?? 'asc', spec, query, errors);
    else if (key === 'sortType') {
      if (raw.sortBy === undefined) errors.push({ param: key, msg: 'unknownSort' });
    } else readField(key, text, spec, query, errors);
  }
  return { query, errors };
}

function readSearch(text: string, spec: ListSpec, query: ListQuery, errors: FieldError[]) {
  if (!spec.search?.length) errors.push({ param: 'search', msg: 'unknownFilter' });
  else if (text.length > maxSearchLength) errors.push({ param: 'search', msg: 'tooLong' });
  else if (withoutControlCharacters(text)) query.search = withoutControlCharacters(text);
}

/** A date or an instant of the years 1900 to 9999. */
const isDate = (text: string) => /^(?:19|[2-9]\d)\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text));

function readSort(
  key: string,
  field: string,
  direction: unknown,
  spec: ListSpec,
  query: ListQuery,
  errors: FieldError[],
) {
  if (!spec.sort?.includes(field)) errors.push({ param: key, msg: 'unknownSort' });
  else if (direction !== 'asc' && direction !== 'desc')
    errors.push({ param: key === 'sortBy' ? 'sortType' : key, msg: 'unknownSort' });
  else query.sort = { field, direction };
}

function readField(key: string, text: string, spec: ListSpec, query: ListQuery, errors: FieldError[]) {
  const [, name = key, part] = /^(\w+)\[(\w+)\]$/.exec(key) ?? [];
  if (name === 'sort' && part) {
    readSort(key, part, text, spec, query, errors);
    return;
  }
  if (!spec.filter?.includes(name)) errors.push({ param: key, msg: 'unknownFilter' });
  else if (!isPlainText(text)) errors.push({ param: key, msg: 'plainText' });
  else if (!part) query.filters[name] = text.split(',').filter(Boolean);
  else if (spec.valuesOnly?.includes(name)) errors.push({ param: key, msg: 'unknownFilter' });
  else if (part === 'from' || part === 'to') {
    if (!isDate(text) && !isTime(text)) errors.push({ param: key, msg: 'invalidDate' });
    else query.ranges[name] = { ...query.ranges[name], [part]: text };
  } else if (part === 'min' || part === 'max') {
    if (!Number.isFinite(Number(text))) errors.push({ param: key, msg: 'enterANumber' });
    else query.ranges[name] = { ...query.ranges[name], [part]: Number(text) };
  } else errors.push({ param: key, msg: 'unknownFilter' });
}

/** A request of the browser for a page of a list; `writeListQuery` writes it as a query. */
export type ListRequest = {
  limit?: number;
  skip?: number;
  total?: boolean;
  search?: string;
  sort?: Record<string, 'asc' | 'desc'>;
  filter?: Record<
    string,
    | string
    | number
    | boolean
    | readonly (string | number)[]
    | { from?: string; to?: string; min?: number; max?: number }
    | null
    | undefined
  >;
};

/** The reverse of `readListQuery`; empty values are dropped. */
export function writeListQuery(request: ListRequest): URLSearchParams {
  const out = new URLSearchParams();
  for (const key of ['limit', 'skip', 'total', 'search'] as const) {
    const value = request[key];
    if (value !== undefined && value !== '') out.set(key, String(value));
  }
  for (const [field, direction] of Object.entries(request.sort ?? {})) out.set(`sort[${field}]`, direction);
  for (const [field, value] of Object.entries(request.filter ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [part, bound] of Object.entries(value))
        if (bound !== undefined && bound !== '') out.set(`${field}[${part}]`, String(bound));
    } else if (!Array.isArray(value) || value.length)
      out.set(field, Array.isArray(value) ? value.join(',') : String(value));
  }
  return out;
}
