import type { Signal } from '../../common/codes/meaning.ts';
import type { SiaTrouble, siaEncryptions } from '../../common/sia.ts';
import type { SiaEvent } from './protocol/events.ts';
import type { Occurrence, PanelClock } from './protocol/times.ts';

/** A panel that reports by SIA DC-09. */
export type SiaPanel = {
  deviceId: number;
  companyId: number;
  /** As `accountKey` makes it. */
  account: string;
  encryption: (typeof siaEncryptions)[number];
  key: Buffer | null;
  clock: PanelClock;
  /** Messages that are not encrypted are refused for a wrong time, too: some panels set their clock only then. */
  refusesPlainTime: boolean;
};

/** A message that was understood. Without events it is only a sign of life. */
export type SiaMessage = Occurrence & {
  sequence: string;
  /** The line, which is the path on which it came, without its letter; empty if the panel names none. */
  line: string;
  receivedAt: number;
  address: string;
  /** A hash of its content without pad and time: the same message has the same. */
  digest: string;
  events: readonly SiaEvent[];
  extended: Readonly<Record<string, string>>;
  /** The data as received, without pad and time. */
  raw: string;
};

/** What the receiver needs of the platform. A promise that rejects leaves the message without an answer: it is sent again. */
export type SiaStore = {
  panelOf(account: string, port: number): Promise<SiaPanel | null>;
  /** Resolves once the message can no longer be lost; `known` if it had been stored before. */
  take(panel: SiaPanel, message: SiaMessage): Promise<'stored' | 'known'>;
  trouble(panel: SiaPanel, trouble: SiaTrouble, from: { address: string; at: number }): Promise<void>;
  /** Keeps a message that is not understood, with the reason. */
  refuse(panel: SiaPanel, raw: string, reason: 'unknown-token' | 'unreadable'): Promise<void>;
  /** Notes an account that no panel has. */
  unknown(account: string, from: { port: number; address: string; token: string; at: number }): void;
};

/** The events of a message as they are stored: data of a device's event `intrusion`. */
export const eventData = (
  { line, sequence, extended, raw, from, late }: SiaMessage,
  { code, contactId, qualifier, ...numbers }: SiaEvent & Signal,
) => ({
  ...(code ? { code } : {}),
  ...(contactId ? { contactId } : {}),
  q: qualifier,
  ...numbers,
  source: 'sia',
  seq: sequence,
  ...(line ? { line } : {}),
  ...(from === 'arrival' ? { clock: 'unknown' } : {}),
  ...(late ? { late: true } : {}),
  ...(Object.keys(extended).length > 0 ? { extended } : {}),
  raw,
});
