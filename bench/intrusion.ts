import { measureQueue } from './intrusion/queue.ts';
import { measureSignals } from './intrusion/signals.ts';
import { measureStations } from './intrusion/stations.ts';

/**
 * Prints one JSON line. `framesRatio` and `p99Ratio`: SIA DC-09 frames whose acknowledgement waits for the commit, from 1,000
 * sockets of which half encrypt, compared with a receiver without accounts, rules and incidents. `eventRatio`: until an open
 * page hears of an event, compared with its acknowledgement. `listRatio` and `takeRatio`: a page of incidents, and twenty
 * operators who take twenty, compared with SQL by hand. `stationsFaster`: the stations of structures, compared with a test of
 * every area. What a SIGKILL loses or doubles is found by `npm run drill:intrusion`.
 */
console.log(JSON.stringify({ ...(await measureSignals()), ...(await measureQueue()), ...(await measureStations()) }));
