import { reportedAttributes } from '#core/devices/server/api.ts';

/** device_id, codes: the codes that locks have reported, by slot; none before the first report, or of a list that is none. */
export const reportedCodes = `(SELECT device_id, CASE jsonb_typeof(attributes -> 'codes') WHEN 'object' THEN attributes -> 'codes' ELSE '{}' END AS codes FROM ${reportedAttributes} a)`;
