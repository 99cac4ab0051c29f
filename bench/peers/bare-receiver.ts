import { createServer } from 'node:net';
import pg from 'pg';
import { decrypt, encrypt } from '#solutions/defcon/server/dc09/protocol/cipher.ts';
import { FrameReader, writeFrame } from '#solutions/defcon/server/dc09/protocol/frames.ts';
import { readEnvelope } from '#solutions/defcon/server/dc09/protocol/message.ts';
import { writeTimestamp } from '#solutions/defcon/server/dc09/protocol/times.ts';
import { encodeText } from '#solutions/defcon/server/dc09/protocol/windows-1252.ts';

/**
 * The baseline of alarm panels: frames with their checksum, AES and one batched insert. It has no accounts, no duplicates, no
 * rules, no state and no incidents. The acknowledgement waits for the commit.
 */
const [url = '', keyHex = ''] = process.argv.slice(2);
const key = Buffer.from(keyHex, 'hex');
const pool = new pg.Pool({ connectionString: url, max: 4 });
await pool.query('CREATE TABLE bare_event (account text, sequence text, content text, at timestamptz DEFAULT now())');

type Waiting = { account: string; sequence: string; content: string; done: () => void };
let waiting: Waiting[] = [];
let running = false;

async function drain(): Promise<void> {
  running = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const column = (of: (one: Waiting) => string) => batch.map(of);
    await pool.query({
      name: 'bare',
      text: 'INSERT INTO bare_event (account, sequence, content) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
      values: [column(({ account }) => account), column(({ sequence }) => sequence), column(({ content }) => content)],
    });
    for (const { done } of batch) done();
  }
  running = false;
}

const server = createServer((socket) => {
  const reader = new FrameReader();
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    for (const frame of reader.read(bytes)) {
      if (!('message' in frame)) continue;
      const envelope = readEnvelope(frame.message);
      if (!envelope) continue;
      const { account, sequence, line, encrypted, content } = envelope;
      const text = encrypted ? (decrypt(key, content)?.toString('latin1') ?? '') : content;
      const done = () => {
        const star = encrypted ? '*' : '';
        const inner = encrypted ? encrypt(key, encodeText(`|]${writeTimestamp(Date.now())}`)) : ']';
        const head = `"${star}ACK"${sequence}${line}${account}[`;
        socket.write(writeFrame(encodeText(head + inner), frame.checksum));
      };
      waiting.push({ account, sequence, content: text, done });
    }
    if (!running) void drain();
  });
});
server.listen(0, '127.0.0.1', 4096, () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', () => process.exit(0));
process.on('disconnect', () => process.exit(1));
