import { createHash } from 'node:crypto';
import { eventsOf, extendedData, readTokens } from './protocol/events.ts';
import type { ChecksumForm } from './protocol/frames.ts';
import { accountKey, type Content, openContent, readContent, readEnvelope, type Sealed } from './protocol/message.ts';
import { writeRefusedTime, writeReply } from './protocol/replies.ts';
import { isTimely, occurrence, parseTimestamp } from './protocol/times.ts';
import { printable } from './protocol/windows-1252.ts';
import type { SiaPanel, SiaStore } from './receiver.ts';
import type { PanelWatch } from './watch.ts';

const maxRaw = 1000;

type Received = { message: Buffer; checksum: ChecksumForm; port: number; address: string; now: number };

export type Outcome =
  | 'stored'
  | 'known'
  | 'alive'
  | 'wrong-time'
  | 'not-understood'
  | 'unreadable'
  | 'unknown-account'
  | 'wrong-key'
  | 'unencrypted';

/** What became of a message, and the answer to its panel; without one the panel learns nothing. */
export type Answer = { outcome: Outcome; panel?: SiaPanel; reply?: Buffer };

/**
 * Handles one message. An unknown account and a wrong key get no answer, so that nobody can find out accounts; the panel itself
 * reports the trouble. Anything that a known panel says is answered, because it would otherwise send the same again and again.
 */
export async function answer(store: SiaStore, watch: PanelWatch, received: Received): Promise<Answer> {
  const { message, port, address, now } = received;
  const sealed = readEnvelope(message);
  if (!sealed) return { outcome: 'unreadable' };
  const written = sealed.account || (sealed.encrypted ? '' : `#${readContent(sealed.content)?.account ?? ''}`);
  const account = accountKey(written.slice(1));
  const panel = account === '' ? null : await store.panelOf(account, port);
  if (!panel) {
    store.unknown(account, { port, address, token: sealed.token, at: now });
    return { outcome: 'unknown-account' };
  }
  const report = (trouble: Parameters<SiaStore['trouble']>[1]) => store.trouble(panel, trouble, { address, at: now });
  if (watch.floods(panel.deviceId, now)) await report('flooding');
  if (!sealed.encrypted && panel.encryption === 'required') {
    await report('unencrypted');
    return { outcome: 'unencrypted', panel };
  }
  const content = sealed.encrypted ? opened(panel, sealed) : readContent(sealed.content);
  const isOther = content?.account !== null && content !== null && accountKey(content.account) !== panel.account;
  if (sealed.encrypted && (!content || isOther)) {
    await report('wrong-key');
    return { outcome: 'wrong-key', panel };
  }
  const key = sealed.encrypted ? (panel.key ?? undefined) : undefined;
  if (!content || isOther) {
    await store.refuse(panel, rawOf(sealed), 'unreadable');
    return { outcome: 'not-understood', panel, reply: writeReply('DUH', sealed, { ...received, key }) };
  }
  if (isRefusedTime(panel, sealed, content, now)) {
    if (watch.isClockWrong(panel.deviceId, now)) await report('clock-wrong');
    return { outcome: 'wrong-time', panel, reply: writeRefusedTime(sealed, received) };
  }
  return understood(store, panel, { sealed, content, received, key });
}

const opened = ({ key }: SiaPanel, { content }: Sealed) => (key ? openContent(key, content) : null);

/** The data for the log; nothing of an encrypted content that was not opened. */
const rawOf = ({ token, content, encrypted }: Sealed, { blocks }: Pick<Content, 'blocks'> = { blocks: [] }): string =>
  printable(`${token} ${encrypted || blocks.length > 0 ? blocks.join('|') : content}`.slice(0, maxRaw));

const digestOf = ({ token }: Sealed, { blocks, extended }: Content): string =>
  createHash('sha256')
    .update(JSON.stringify([token, blocks, extended]))
    .digest('base64url')
    .slice(0, 22);

function isRefusedTime(panel: SiaPanel, { encrypted }: Sealed, { timestamp }: Content, now: number): boolean {
  const time = parseTimestamp(timestamp, panel.clock);
  if (encrypted) return time === null || !isTimely(time, now);
  return panel.refusesPlainTime && time !== null && !isTimely(time, now);
}

type Understood = { sealed: Sealed; content: Content; received: Received; key: Buffer | undefined };

async function understood(
  store: SiaStore,
  panel: SiaPanel,
  { sealed, content, received, key }: Understood,
): Promise<Answer> {
  const reply = (token: 'ACK' | 'DUH') => writeReply(token, sealed, { ...received, key });
  const events = eventsOf(sealed, content);
  const raw = rawOf(sealed, content);
  if (!events) {
    const isToken = readTokens.has(sealed.token);
    await store.refuse(panel, raw, isToken ? 'unreadable' : 'unknown-token');
    return { outcome: 'not-understood', panel, reply: reply('DUH') };
  }
  const extended = extendedData(content);
  const times = [extended.H ?? null, content.timestamp].map((time) => parseTimestamp(time, panel.clock));
  const taken = await store.take(panel, {
    ...occurrence(times, received.now),
    sequence: sealed.sequence,
    line: sealed.line.slice(1),
    receivedAt: received.now,
    address: received.address,
    digest: digestOf(sealed, content),
    events,
    extended,
    raw,
  });
  return { outcome: events.length === 0 ? 'alive' : taken, panel, reply: reply('ACK') };
}
