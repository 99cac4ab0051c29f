import { encrypt } from './cipher.ts';
import { writeTimestamp } from './times.ts';
import { encodeText } from './windows-1252.ts';

/** What a panel says: data of SIA (`Nri1/BA3`), of Contact ID (`1130 01 003`), or `NULL` as a sign of life. */
export type PanelSays = {
  account: string;
  data: string;
  number: number;
  key?: Buffer | undefined;
  /** By the clock of the panel, in ms since 1970. */
  now: number;
  /** With their letters. */
  line?: string | undefined;
  receiver?: string | undefined;
  token?: string | undefined;
  /** In brackets. */
  extended?: string | undefined;
};

const tokenOf = (data: string) => (data === 'NULL' ? 'NULL' : /^\d{4} /.test(data) ? 'ADM-CID' : 'SIA-DCS');

/** A message as a panel writes it. */
export function panelMessage({ account: number, data, key, now, ...more }: PanelSays): Buffer {
  const { line = 'L0', receiver = '', token = tokenOf(data), extended = '' } = more;
  const sequence = token === 'NULL' ? '0000' : String(more.number).padStart(4, '0');
  const account = `#${number}`;
  const content = `${token === 'NULL' ? '' : `${account}|${data}`}]${extended}${writeTimestamp(now)}`;
  const head = `"${key ? '*' : ''}${token}"${sequence}${receiver}${line}${account}[`;
  return encodeText(head + (key ? encrypt(key, encodeText(`|${content}`)) : content));
}
