import { once } from 'node:events';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { keyOf } from '#solutions/defcon/server/dc09/protocol/cipher.ts';
import { FrameReader, writeFrame } from '#solutions/defcon/server/dc09/protocol/frames.ts';
import { openContent, readEnvelope } from '#solutions/defcon/server/dc09/protocol/message.ts';
import { panelMessage } from '#solutions/defcon/server/dc09/protocol/panel-message.ts';
import { decodeText } from '#solutions/defcon/server/dc09/protocol/windows-1252.ts';

// Reports to a receiver as an alarm panel does (SIA DC-09 over TCP), and prints each frame with its answer.
const usage = `npm run demo:panel -- --account 1234 [options] [DATA …]

DATA is what the panel says: "Nri1/BA3" (SIA), "1130 01 003" (Contact ID) or "NULL" (a sign of life). By default an intruder
is seen in zones 3 and 4, and a person disarms.

  --host HOST      127.0.0.1
  --port PORT      12128
  --line LINE      L0
  --key KEY        encrypts with AES: 32, 48 or 64 hexadecimal digits
  --text-key KEY   the same with 16, 24 or 32 characters
  --clock SECONDS  how far the clock of the panel is ahead (or, if negative, behind)
  --repeat         sends each message twice, as after a lost answer
  --forms          sends one message in each form that the receiver reads, and one that it does not
  --timeout MS     how long the panel waits for an answer: 5000`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12128' },
    line: { type: 'string', default: 'L0' },
    key: { type: 'string' },
    'text-key': { type: 'string' },
    clock: { type: 'string', default: '0' },
    repeat: { type: 'boolean', default: false },
    forms: { type: 'boolean', default: false },
    timeout: { type: 'string', default: '5000' },
  },
});

function end(message) {
  console.error(message);
  process.exit(1);
}
if (!values.account) end(usage);
const written = values.key ?? values['text-key'];
const key = written === undefined ? undefined : keyOf(written, values.key === undefined ? 'text' : 'hex');
if (key === null) end('The key must be one of AES-128, AES-192 or AES-256.');

const walk = ['NULL', 'Nri1/BA3', 'Nri1/BA4', 'Nri1/OP1'];
/** A name beyond ASCII, Contact ID over an empty line, signs of life, two events in one, an unknown code and an unknown token. */
const forms = [
  { data: 'Nri1/BA3^Hall, Tür^' },
  { data: '1130 01 003', receiver: 'R1A', line: 'L' },
  { data: 'NULL', checksum: 'binary' },
  { data: 'Nri1/OP1/CL1' },
  { data: 'Nri1/QZ9', extended: '[M00]' },
  { data: 'Nri1/BA4', checksum: 'binary' },
  { data: '3401 01 001' },
  { data: 'Nri1/BA3', token: 'SIA-PUL' },
];
const says = values.forms ? forms : (positionals.length > 0 ? positionals : walk).map((data) => ({ data }));

const messageOf = (said, number) =>
  panelMessage({
    ...{ account: values.account, line: values.line, key, number, ...said },
    now: Date.now() + Number(values.clock) * 1000,
  });

/** The next answer; null when none comes in time. */
async function answer(socket, reader) {
  const signal = AbortSignal.timeout(Number(values.timeout));
  for (;;) {
    const [bytes] = await once(socket, 'data', { signal }).catch(() => [null]);
    if (bytes === null) return null;
    for (const frame of reader.read(bytes)) if ('message' in frame) return frame.message;
  }
}

function shown(message) {
  const text = decodeText(message);
  const envelope = readEnvelope(message);
  const inner = key && envelope?.encrypted ? openContent(key, envelope.content) : null;
  return inner ? `${text}  (${[...inner.blocks, inner.timestamp].join(' ')})` : text;
}

const socket = connect({ host: values.host, port: Number(values.port) });
await once(socket, 'connect').catch((error) => end(`No receiver at ${values.host}:${values.port}: ${error.message}`));
const reader = new FrameReader();
const first = 1 + Math.floor(Math.random() * 9000);
let unanswered = 0;
for (const [n, { checksum = 'hex', ...said }] of says.entries()) {
  const message = messageOf(said, first + n);
  for (let time = 0; time < (values.repeat ? 2 : 1); time++) {
    socket.write(writeFrame(message, checksum));
    console.log(`→ ${shown(message)}`);
    const reply = await answer(socket, reader);
    console.log(reply ? `← ${shown(reply)}` : '← no answer');
    if (!reply) unanswered++;
  }
}
socket.destroy();
process.exitCode = unanswered > 0 ? 1 : 0;
