import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { ofIncidents } from '../../common/alarms.ts';

/** The open or closed incidents, filtered further. */
export function incidentsAddress(
  list: 'open' | 'history',
  filters: Readonly<Record<string, string | number>> = {},
): string {
  const { of, by } = alarmsOfApp('defcon', { list, ofClass: ofIncidents });
  const query = new URLSearchParams({ ...by });
  for (const [field, value] of Object.entries(filters)) query.set(field, String(value));
  return `${of}?${query}`;
}
