import type { Fix } from '#core/telemetry/common/position.ts';
import { coarse, late, outlier } from '../common/fix-quality.ts';

export type StoredPosition = Omit<Fix, 'motion'> & { flags: number };

const header = 'time,latitude,longitude,accuracy_m,speed_kmh,heading,altitude_m,satellites,source,flags';
const isoOf = (time: number) => new Date(time).toISOString();
const flagNames = ({ flags }: StoredPosition): string =>
  [flags & coarse ? 'coarse' : '', flags & outlier ? 'outlier' : '', flags & late ? 'late' : '']
    .filter(Boolean)
    .join(' ');

/** Positions as CSV (RFC 4180), times in UTC. */
export function positionsAsCsv(positions: readonly StoredPosition[]): string {
  const lines = positions.map((position) => {
    const { time, lat, lng, accuracy, speed, heading, altitude, satellites, source } = position;
    return [isoOf(time), lat, lng, accuracy, speed, heading, altitude, satellites, source, flagNames(position)].join();
  });
  return [header, ...lines, ''].join('\r\n');
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one);

/** Positions as a track of GPX 1.1, without outliers. The format does not contain speeds. */
export function positionsAsGpx(name: string, positions: readonly StoredPosition[]): string {
  const points = positions
    .filter(({ flags }) => (flags & outlier) === 0)
    .map(
      ({ time, lat, lng, altitude, satellites }) =>
        `<trkpt lat="${lat}" lon="${lng}">${altitude === null ? '' : `<ele>${altitude}</ele>`}<time>${isoOf(time)}</time>${satellites === null ? '' : `<sat>${satellites}</sat>`}</trkpt>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Rasid" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${escaped(name)}</name><trkseg>
${points.join('\n')}
</trkseg></trk></gpx>
`;
}
