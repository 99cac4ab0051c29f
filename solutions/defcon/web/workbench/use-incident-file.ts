import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { api } from '../api.ts';

/** Whether the person reads the file of an incident; tenants and former parties have none. */
export const hasFile = ({ class: name, party }: AlarmDetail): boolean =>
  name === ofIncidents && party?.role !== 'tenant' && !party?.untilAt;

/** The file of an incident, which its parts share. */
export function useIncidentFile({ id }: Pick<AlarmDetail, 'id'>) {
  const params = { id };
  return { query: useData(api.incident.file, { params }, { silent: true }), key: api.incident.file.key({ params }) };
}
