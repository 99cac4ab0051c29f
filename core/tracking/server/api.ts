import { geofenceShapes } from '#core/places/server/api.ts';
import './events.ts';

export { addDemoTracks, type DemoTrack } from './demo.ts';
export { geometryOf } from './fences/fence-geometry.ts';
export { type HistoricalPresence, historicalPresence, noPlaces } from './fences/historical-presence.ts';
export { trackingHandlers } from './handlers.ts';
export { type BucketSums, quarterSums, type SumsQuery, subjectSums } from './movement/quarter-sums.ts';
export { addDemoPeople } from './people/demo.ts';
export { personHandlers, type SosAlarm } from './people/person-handlers.ts';
export { personModels } from './people/person-models.ts';
export type { PlaceChange } from './place-change.ts';
export { placeChanges } from './position-writer.ts';
export { deletePositionsOfPeople } from './retention.ts';
export { makeSegments } from './segments/segments.ts';

/*
 * Subqueries for prepared statements of other slices, as the role that sees all rows.
 */

/**
 * device_id, time, lat, lng, speed, heading, away, moved_at: the latest position of each device, the metres from where it
 * was last stationary, and when the position was stored.
 */
export const devicePlaces = '(SELECT device_id, time, lat, lng, speed, heading, away, moved_at FROM device_place)';
/**
 * device_id, kind, started_at, ended_at, running, metres, top_speed, idle_s, driving_s, pauses, towed, start_lat, start_lng,
 * end_lat, end_lng, version: the stops, trips and gaps of devices.
 */
export const trackSegments =
  '(SELECT device_id, kind, started_at, ended_at, running, metres, top_speed, idle_s, driving_s, pauses, towed, start_lat, start_lng, end_lat, end_lng, version FROM track_segment)';
/**
 * subject_type, subject_id, quarter, device_id, metres, driving_s, idle_s, starts, max_speed: what the trips and stops of
 * devices add up to by quarters of an hour, for what the devices were fitted to.
 */
export const trackQuarters =
  '(SELECT subject_type, subject_id, quarter, device_id, metres, driving_s, idle_s, starts, max_speed FROM track_quarter)';
/** device_id, geofence_id, name, speed_limit, inside, event: the geofences that devices are in or have left. */
export const fencesOfDevices = `(SELECT f.device_id, f.geofence_id, g.name, g.speed_limit, f.inside, f.event FROM device_fence f JOIN ${geofenceShapes} g ON g.id = f.geofence_id WHERE f.inside OR f.event)`;
/** device_id, geofence_id, late, entered_at, left_at: the visits of devices to geofences, also to those of the records of apps. */
export const fenceVisits = '(SELECT device_id, geofence_id, late, entered_at, left_at FROM fence_visit)';
/** device_id, person_id: the people who wear devices. */
export const peopleOfDevices = '(SELECT device_id, user_id AS person_id FROM tracked_person)';
