import { reportedAttributes } from '#core/devices/server/api.ts';
import { stores } from '../common/grant.ts';

/**
 * device_id, store, held: what locks have reported of each of their stores, by slot; none before the first report, or of a
 * list that is none.
 */
export const reportedStores = `(SELECT a.device_id, s.store, CASE jsonb_typeof(a.attributes -> s.store) WHEN 'object' THEN a.attributes -> s.store ELSE '{}' END AS held
  FROM ${reportedAttributes} a, unnest('{${stores.join()}}'::text[]) s(store))`;

/** SQL for how many slots of a reported store `r` the lock or the platform uses. */
export const slotsUsed = `(SELECT count(*)::integer FROM (SELECT jsonb_object_keys(r.held) AS slot
  UNION SELECT s.slot::text FROM access_credential s WHERE s.device_id = r.device_id AND s.store = r.store AND s.slot IS NOT NULL) used)`;
