import {
  at,
  type Inbound,
  isObject,
  type Json,
  messageHash,
  nameAt,
  numberAt,
  parsedInstant,
  parsedObject,
  type Sent,
  serialOf,
  textAt,
  Unreadable,
} from '../inbound.ts';

export const kmhPerKnot = 1.852;

/** Source: traccar.org, "Forwarding". A position is forwarded before it is stored, so its id is always 0. */
export function traccar({ body }: Sent): Inbound[] {
  const message = parsedObject(body);
  if (at(message, 'event', 'type') === 'commandResult') return [commandResult(message, body)];
  const { position } = message;
  if (!isObject(position)) throw new Unreadable('not-an-object', 'position');
  const externalId = serialOf(textAt(message, 'device', 'uniqueId'));
  const attributes = isObject(position.attributes) ? position.attributes : {};
  const fixTime = position.fixTime === undefined ? null : parsedInstant(position.fixTime);
  const time = position.deviceTime === undefined ? fixTime : parsedInstant(position.deviceTime);
  const { latitude: lat, longitude: lng } = position;
  const route = nameAt(message, 'device', 'id');
  const content = messageHash(JSON.stringify([lat, lng, attributes]));
  return [
    {
      externalId,
      event: 'position',
      keys: [`${externalId} ${fixTime} ${content}`],
      time,
      values: attributes,
      ...(position.outdated === true || position.valid === false || lat === undefined
        ? {}
        : { position: placeOf(position, attributes), ...(fixTime === null ? {} : { positionTime: fixTime }) }),
      ...(route === null ? {} : { route }),
      signal: numberAt(attributes, 'rssi'),
      profile: nameAt(message, 'device', 'model') ?? nameAt(position, 'protocol'),
      body,
    },
  ];
}

/** Source: traccar.org, "Event forwarding": what the device has answered to a command, which it does not name. */
function commandResult(message: Json, body: Buffer): Inbound {
  const { event } = message;
  const time = at(event, 'eventTime');
  const text = nameAt(event, 'attributes', 'result') ?? nameAt(message, 'position', 'attributes', 'result');
  return {
    externalId: serialOf(textAt(message, 'device', 'uniqueId')),
    event: 'commandResult',
    keys: [messageHash(body)],
    time: time === undefined ? null : parsedInstant(time),
    values: {},
    signal: null,
    profile: nameAt(message, 'device', 'model'),
    log: { kind: 'network-log', data: { level: 'INFO', code: 'commandResult', description: text } },
    answered: true,
    body,
  };
}

function placeOf(position: Json, attributes: Json): Json {
  const { latitude: lat, longitude: lng, altitude, course: heading } = position;
  const speed = numberAt(position, 'speed');
  // Traccar writes 0 for what the device does not report.
  const accuracy = numberAt(position, 'accuracy') || null;
  return {
    lat,
    lng,
    ...(speed === null ? {} : { speed: speed * kmhPerKnot }),
    ...(typeof heading === 'number' ? { heading } : {}),
    ...(typeof altitude === 'number' ? { altitude } : {}),
    ...(accuracy === null ? {} : { accuracy }),
    ...(typeof at(attributes, 'sat') === 'number' ? { satellites: attributes.sat } : {}),
  };
}
