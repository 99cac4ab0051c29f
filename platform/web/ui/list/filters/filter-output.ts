import dayjs from 'dayjs';
import type { ListRequest } from '#platform/common/list.ts';
import { dateFormats } from '#platform/common/time/time.ts';
import type { FilterValue } from '../list-state.ts';
import type { Filter } from './filters.ts';

type Output = NonNullable<ListRequest['filter']>;
type Bounds = { from?: string | undefined; to?: string | undefined };

const dayOf = (day: string, zone: string) => dayjs.tz(day, dateFormats.filter, zone);

/** The dates of a value, both inclusive. */
function days(kind: Filter['kind'], value: FilterValue): Bounds {
  if (!Array.isArray(value)) return value as Bounds;
  const [day = ''] = value;
  if (kind === 'date') return { from: day, to: day };
  const month = dayjs.utc(`${day}-01`);
  return { from: month.format(dateFormats.filter), to: month.endOf('month').format(dateFormats.filter) };
}

function bounds(filter: Filter, value: FilterValue, zone: string): Bounds {
  if (filter.kind === 'timeRange') return value as Bounds;
  const { from, to } = days(filter.kind, value);
  const { mask } = filter;
  if (mask) return { from: from && dayOf(from, zone).format(mask), to: to && dayOf(to, zone).format(mask) };
  return {
    from: from && dayOf(from, zone).toISOString(),
    // The last day is inclusive, the instant `to` exclusive.
    to: to && dayOf(to, zone).add(1, 'day').toISOString(),
  };
}

const present = (entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== '')) as Output;

/** The query parameters of a filter; days are those of the time zone. */
export function outputOf(filter: Filter, value: FilterValue, zone: string): Output {
  const { field, kind, outputKey = field, keyMap = { fromDate: 'from', toDate: 'to' } } = filter;
  const keys = filter.spreadOutputObject ? (filter.outputKeys ?? []) : null;
  if (kind === 'boolean' || kind === 'select') {
    const chosen = value as string[];
    if (!keys) return { [outputKey]: chosen };
    return present(keys.map((key, at) => [key, chosen.map((one) => one.split(':')[at] ?? '').filter(Boolean)]));
  }
  if (kind === 'range') {
    const { min, max } = value as { min?: number; max?: number };
    return keys
      ? present([
          [keys[0] ?? '', min],
          [keys[1] ?? '', max],
        ])
      : { [outputKey]: value as { min?: number } };
  }
  const { from, to } = bounds(filter, value, zone);
  if (keys)
    return present([
      [keys[0] ?? '', from],
      [keys[1] ?? '', to],
    ]);
  return {
    [outputKey]: present([
      [keyMap.fromDate, from],
      [keyMap.toDate, to],
    ]) as Bounds as { from?: string },
  };
}
