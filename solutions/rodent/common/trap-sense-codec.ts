/**
 * Decodes the ten bytes of TrapSense on port 2: type, flags, battery, counter, temperature and time, big-endian. The
 * temperature is signed: cold stores have traps, too. The name of an event is the same for each copy of a frame.
 */
export const trapSenseCodec = `
var types = { 1: 'hit', 2: 'heartbeat', 3: 'service' };
// What the cell has at rest, between empty and full.
var empty = 3.0, full = 3.6;

function decodeUplink(input) {
  var bytes = input.bytes;
  if (input.fPort !== 2) return { errors: ['port ' + input.fPort + ' is not that of a trap'] };
  if (bytes.length !== 10) return { errors: ['a message has 10 bytes, not ' + bytes.length] };
  var type = types[bytes[0]];
  if (!type) return { errors: ['unknown type ' + bytes[0]] };
  var flags = bytes[1];
  var volts = 2 + bytes[2] / 100;
  var counter = bytes[3] * 256 + bytes[4];
  var seconds = bytes[6] * 16777216 + bytes[7] * 65536 + bytes[8] * 256 + bytes[9];
  // A trap that was never told the time counts from zero.
  var time = seconds === 0 ? input.recvTime.getTime() : seconds * 1000;
  var events = [];
  if (type === 'hit') events.push({ id: 'hit-' + counter + '-' + seconds, kind: 'hit', data: { type: 'activation', body: (flags & 2) !== 0, counter: counter } });
  if (type === 'service' || flags & 16) events.push({ id: 'service-' + counter + '-' + seconds, kind: 'service', data: { counter: counter } });
  return {
    data: [{
      time: time,
      values: {
        hits: counter,
        trapState: flags & 1 ? 'sprung' : 'armed',
        bodyFound: (flags & 2) !== 0,
        displaced: (flags & 4) !== 0,
        coverOpen: (flags & 8) !== 0,
        temperature: bytes[5] > 127 ? bytes[5] - 256 : bytes[5],
        battery: Math.round(Math.min(1, Math.max(0, (volts - empty) / (full - empty))) * 100)
      },
      events: events
    }]
  };
}
`;
