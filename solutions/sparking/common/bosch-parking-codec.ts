/**
 * Decodes the Bosch parking lot sensor, written from public decoders. Its frames carry no time, so they are dated to when
 * the network heard them. A sign of life tells a state that may have begun unheard, and so does the first word after a
 * restart. While the sensor learns how the empty bay looks (debug code 404), it does not know what stands there.
 */
export const boschParkingCodec = `
var causes = { 1: 'watchdog', 2: 'power-on', 3: 'request', 4: 'external-pin', 5: 'lockup', 6: 'brownout' };
var usages = { 0: 'changes', 1: 'occupied-seconds', 3: 'radar', 4: 'running-seconds', 6: 'installed-seconds' };
var recalibrating = 404;

function signed(byte) { return byte > 127 ? byte - 256 : byte; }
function word(bytes, at) { return bytes[at] * 16777216 + bytes[at + 1] * 65536 + bytes[at + 2] * 256 + bytes[at + 3]; }

function decodeUplink(input) {
  var bytes = input.bytes, at = input.recvTime.getTime(), values = {}, events = [];
  function tooShort(least) { return { errors: ['a frame of port ' + input.fPort + ' has at least ' + least + ' bytes, not ' + bytes.length] }; }
  switch (input.fPort) {
    case 1:
    case 2:
      if (bytes.length < 1) return tooShort(1);
      values.occupied = (bytes[0] & 1) === 1;
      values.calibrating = false;
      if (input.fPort === 2) values.signOfLife = true;
      if (bytes.length > 1) values.temperature = signed(bytes[1]);
      break;
    case 3:
      if (bytes.length < 17) return tooShort(17);
      values.occupied = (bytes[16] & 1) === 1;
      values.calibrating = false;
      values.signOfLife = true;
      events.push({ id: 'started-' + at, kind: 'started', data: { firmware: bytes[12] + '.' + bytes[13] + '.' + bytes[14], cause: causes[bytes[15]] || 'unknown' } });
      break;
    case 5:
      if (bytes.length < 5) return tooShort(5);
      if (usages[bytes[0]]) events.push({ id: 'usage-' + bytes[0] + '-' + at, kind: 'usage', data: { of: usages[bytes[0]], value: word(bytes, 1) } });
      break;
    case 6:
      if (bytes.length < 10) return tooShort(10);
      var code = (bytes[6] & 15) * 256 + bytes[7];
      if (code === recalibrating) values.calibrating = true;
      events.push({ id: 'debug-' + (bytes[8] * 256 + bytes[9]) + '-' + word(bytes, 0), kind: 'debug', data: { code: code } });
      break;
    case 7:
      if (bytes.length < 1) return tooShort(1);
      values.temperature = signed(bytes[0]);
      break;
    default:
      return { errors: ['port ' + input.fPort + ' is not that of a parking sensor'] };
  }
  return { data: [{ time: at, values: values, events: events }] };
}
`;

export const startCauses = [
  'watchdog',
  'power-on',
  'request',
  'external-pin',
  'lockup',
  'brownout',
  'unknown',
] as const;
export const usages = ['changes', 'occupied-seconds', 'radar', 'running-seconds', 'installed-seconds'] as const;
