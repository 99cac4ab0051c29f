/**
 * Runs in the sandbox before a codec. It removes whatever would make two runs of a message differ, adds the reading
 * part of `Buffer`, and freezes everything that one message could leave to the next. Its value is a function that takes
 * a factory of the codec's functions and returns the function that runs a call: JSON in, JSON out.
 */
export const prelude = `(() => {
'use strict';
const { parse, stringify } = JSON;
const { isArray } = Array;
const { isFinite } = Number;
const { keys, freeze, getOwnPropertyNames, getOwnPropertySymbols, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const AnyDate = Date, AnySet = Set, AnyError = Error;
const { apply } = Reflect;
const has = Set.prototype.has, add = Set.prototype.add;

for (const name of ['performance', 'queueMicrotask', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'Promise'])
  delete globalThis[name];
delete Math.random;

const hexOf = (bytes) => { let text = ''; for (let i = 0; i < bytes.length; i++) text += (bytes[i] < 16 ? '0' : '') + bytes[i].toString(16); return text; };
class Buffer extends Uint8Array {
  static from(source, encoding) {
    if (typeof source !== 'string') { const made = new Buffer(source.length); made.set(source); return made; }
    if (encoding === 'hex') { const made = new Buffer(source.length >> 1); for (let i = 0; i < made.length; i++) made[i] = parseInt(source.slice(2 * i, 2 * i + 2), 16); return made; }
    const text = encoding === 'base64' ? atob(source) : encoding === 'utf8' || encoding === undefined ? unescape(encodeURIComponent(source)) : source;
    const made = new Buffer(text.length);
    for (let i = 0; i < made.length; i++) made[i] = text.charCodeAt(i);
    return made;
  }
  static isBuffer(value) { return value instanceof Buffer; }
  slice(start, end) { return this.subarray(start, end); }
  toString(encoding, start, end) {
    const part = this.subarray(start, end);
    if (encoding === 'hex') return hexOf(part);
    let text = '';
    for (let i = 0; i < part.length; i++) text += String.fromCharCode(part[i]);
    if (encoding === 'base64') return btoa(text);
    return encoding === 'ascii' || encoding === 'latin1' || encoding === 'binary' ? text : decodeURIComponent(escape(text));
  }
  readUIntBE(offset, length) { let value = 0; for (let i = 0; i < length; i++) value = value * 256 + this[offset + i]; return value; }
  readUIntLE(offset, length) { let value = 0; for (let i = length - 1; i >= 0; i--) value = value * 256 + this[offset + i]; return value; }
  readIntBE(offset, length) { const value = this.readUIntBE(offset, length), limit = 2 ** (8 * length - 1); return value < limit ? value : value - 2 * limit; }
  readIntLE(offset, length) { const value = this.readUIntLE(offset, length), limit = 2 ** (8 * length - 1); return value < limit ? value : value - 2 * limit; }
}
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const reads = { UInt8: 'Uint8', Int8: 'Int8', UInt16: 'Uint16', Int16: 'Int16', UInt32: 'Uint32', Int32: 'Int32', Float: 'Float32', Double: 'Float64' };
for (const [name, type] of Object.entries(reads)) {
  const get = 'get' + type;
  if (name.endsWith('8')) Buffer.prototype['read' + name] = Buffer.prototype['read' + name.replace('UInt', 'Uint')] = function (offset = 0) { return view(this)[get](offset); };
  else for (const [end, little] of [['BE', false], ['LE', true]])
    Buffer.prototype['read' + name + end] = Buffer.prototype['read' + name.replace('UInt', 'Uint') + end] = function (offset = 0) { return view(this)[get](offset, little); };
}
globalThis.Buffer = Buffer;
globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} };

const seen = new AnySet();
const freezeAll = (value) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || apply(has, seen, [value])) return;
  apply(add, seen, [value]);
  freezeAll(getPrototypeOf(value));
  for (const key of [...getOwnPropertyNames(value), ...getOwnPropertySymbols(value)]) {
    const { value: inner, get, set } = getOwnPropertyDescriptor(value, key);
    freezeAll(inner); freezeAll(get); freezeAll(set);
  }
  if (!ArrayBuffer.isView(value)) freeze(value);
};
for (const one of [globalThis, function* () {}, async function () {}, async function* () {}, [][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), (function* () {})()]) freezeAll(one);

const maxDepth = 8, maxValues = 500;
const check = (value, depth, count) => {
  if (typeof value === 'number' && !isFinite(value)) throw new AnyError('not a finite number');
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') throw new AnyError('a value of type ' + typeof value);
  if (typeof value !== 'object' || value === null) { if (++count.values > maxValues) throw new AnyError('more than ' + maxValues + ' values'); return; }
  if (depth > maxDepth) throw new AnyError('deeper than ' + maxDepth + ' levels');
  const names = keys(value);
  for (let i = 0; i < names.length; i++) check(value[names[i]], depth + 1, count);
};
const listed = (value) => value === undefined || value === null ? [] : isArray(value) ? value : [value];

const uplink = (codec, input) => {
  const { bytes, fPort, variables } = input;
  if (codec.decodeUplink) {
    if (input.recvTime !== undefined) input.recvTime = new AnyDate(input.recvTime);
    const decoded = codec.decodeUplink(input);
    if (!decoded || !codec.normalizeUplink || listed(decoded.errors).length > 0) return decoded;
    const normal = codec.normalizeUplink({ data: decoded.data, warnings: decoded.warnings, errors: decoded.errors });
    return normal && normal.data ? { data: isArray(normal.data) && !(normal.data[0] && normal.data[0].values) ? normal.data[0] : normal.data, warnings: normal.warnings, errors: normal.errors } : decoded;
  }
  if (codec.Decode) return { data: codec.Decode(fPort, bytes, variables) };
  if (codec.Decoder) return { data: codec.Decoder(bytes, fPort) };
  throw new AnyError('no function decodeUplink');
};
const downlink = (codec, input) => {
  if (codec.encodeDownlink) return codec.encodeDownlink(input);
  const fPort = input.fPort ?? 1;
  if (codec.Encode) return { fPort, bytes: codec.Encode(fPort, input.data, input.variables) };
  if (codec.Encoder) return { fPort, bytes: codec.Encoder(input.data, fPort) };
  throw new AnyError('no function encodeDownlink');
};
const calls = { decodeUplink: uplink, encodeDownlink: downlink };

return (factory) => (name, text) => {
  const result = calls[name](factory(), parse(text));
  if (!result || typeof result !== 'object') throw new AnyError('no object was returned');
  const { data, bytes, fPort, warnings, errors } = result;
  const out = { data, bytes: bytes === undefined ? undefined : [...bytes], fPort, warnings: listed(warnings).map(String), errors: listed(errors).map(String) };
  check(out, 0, { values: 0 });
  return stringify(out);
};
})()`;
