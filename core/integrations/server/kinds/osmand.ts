import {
  at,
  type Inbound,
  isObject,
  type Json,
  numberAt,
  parsedInstant,
  parsedObject,
  type Sent,
  serialOf,
  textAt,
} from '../inbound.ts';
import { kmhPerKnot } from './traccar.ts';

const kmhPerMetreASecond = 3.6;
const placeKeys = ['lat', 'lon', 'speed', 'bearing', 'heading', 'altitude', 'accuracy', 'hdop'];

const numberIn = (text: string | null): number | undefined =>
  text !== null && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
const known = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** The two numbers of `location=25.2,55.3`; undefined if it is anything else. */
function coordinatesIn(text: string | null): { lat: number; lng: number } | undefined {
  const [lat, lng, ...rest] = (text ?? '').split(',').map(numberIn);
  return lat === undefined || lng === undefined || rest.length > 0 ? undefined : { lat, lng };
}

/** `id=…&lat=…&lon=…` of the OsmAnd protocol, or `location=lat,lon`, in the address or as a form. Speeds are knots. */
function fromQuery(body: Buffer): Inbound {
  const query = new URLSearchParams(body.toString('utf8'));
  const externalId = serialOf(query.get('id') ?? query.get('deviceid'));
  const stamp = query.get('timestamp');
  const time = stamp === null ? null : parsedInstant(stamp);
  const location = coordinatesIn(query.get('location'));
  const [lat = location?.lat, lng = location?.lng, speed] = ['lat', 'lon', 'speed'].map((name) =>
    numberIn(query.get(name)),
  );
  const named = new Set([...placeKeys, ...(location ? ['location'] : []), 'id', 'deviceid', 'timestamp']);
  const values = [...query]
    .filter(([name]) => !named.has(name))
    .map(([name, text]) => [name, numberIn(text) ?? boolean(text)]);
  return {
    externalId,
    event: 'position',
    keys: [`${externalId} ${time ?? body.toString('utf8')}`],
    time,
    values: { ...Object.fromEntries(values), ...(query.get('alarm') === 'sos' ? { sos: true } : {}) },
    ...(lat === undefined || lng === undefined
      ? {}
      : {
          position: known({
            lat,
            lng,
            speed: speed === undefined ? undefined : speed * kmhPerKnot,
            heading: numberIn(query.get('bearing') ?? query.get('heading')),
            altitude: numberIn(query.get('altitude')),
            accuracy: numberIn(query.get('accuracy')),
          }),
        }),
    signal: null,
    profile: null,
    body,
  };
}

const boolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);

/** The JSON of newer clients: `location.coords` with metres a second, and a battery level from 0 to 1. */
function fromJson(body: Buffer): Inbound {
  const message = parsedObject(body);
  const location = isObject(message.location) ? message.location : {};
  const coords = isObject(location.coords) ? location.coords : {};
  const externalId = serialOf(textAt(message, 'device_id') ?? textAt(message, 'id'));
  const time = location.timestamp === undefined ? null : parsedInstant(location.timestamp);
  const [speed, level] = [numberAt(coords, 'speed'), numberAt(location, 'battery', 'level')];
  const { latitude: lat, longitude: lng, heading, altitude, accuracy } = coords;
  const { is_moving: motion, event } = location;
  return {
    externalId,
    event: 'position',
    keys: [`${externalId} ${time ?? body.toString('utf8')}`],
    time,
    values: known({
      batt: level === null ? null : Math.round(level * 100),
      motion,
      charge: at(location, 'battery', 'is_charging'),
      sos: event === 'sos' ? true : undefined,
    }),
    position: known({
      lat,
      lng,
      // The clients write negative numbers for unknown values.
      speed: speed === null || speed < 0 ? undefined : speed * kmhPerMetreASecond,
      heading: typeof heading === 'number' && heading >= 0 ? heading : undefined,
      altitude,
      accuracy,
    }),
    signal: null,
    profile: null,
    body,
  };
}

/** Source: traccar.org, "OsmAnd protocol". */
export const osmand = ({ body }: Sent): Inbound[] => [
  body.toString('latin1').trimStart().startsWith('{') ? fromJson(body) : fromQuery(body),
];
