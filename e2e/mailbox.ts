import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect } from './journey.ts';

export type Letter = { to: string; subject: string; text: string };

const decoded = (body: string, encoding: string): string =>
  encoding === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : encoding === 'quoted-printable'
      ? Buffer.from(
          body
            .replaceAll(/=\r?\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
      : body;

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` of a header. */
const plainHeader = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      decoded(word.replaceAll('_', ' '), kind.toUpperCase() === 'B' ? 'base64' : 'quoted-printable'),
    );

/** The plain part of a mail as the product sends it. */
function letterOf(raw: string): Letter {
  const header = (part: string, name: string) =>
    new RegExp(`^${name}: ([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(part)?.[1]?.trim() ?? '';
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`) : [raw];
  const plain = parts.find((part) => /^content-type: text\/plain/im.test(part)) ?? '';
  const [, ...body] = plain.replace(/^\s+/, '').split(/\r?\n\r?\n/);
  return {
    to: header(raw, 'To'),
    subject: plainHeader(header(raw, 'Subject')),
    text: decoded(body.join('\n\n'), header(plain, 'Content-Transfer-Encoding').toLowerCase()),
  };
}

/** A mail server where the product's mails arrive: playwright.config.ts names its port. */
export async function openMailbox() {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk;
      });
      stream.on('end', () => {
        letters.push(letterOf(raw));
        done();
      });
    },
  });
  server.listen(Number(process.env.E2E_PORT ?? 4100) + 2, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    /** The newest letter to somebody whose text holds `words`, once it has arrived. */
    async letter(to: string, words: string): Promise<Letter> {
      const find = () =>
        letters.findLast((one) => one.to.includes(to) && `${one.subject}\n${one.text}`.includes(words));
      await expect.poll(() => find() !== undefined, { timeout: 15_000 }).toBe(true);
      return find() as Letter;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
