import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import yauzl from 'yauzl';
import type { FileKind } from '../../common/upload.ts';
import { invalid } from '../refuse.ts';
import { isPicture, isSvg } from './images.ts';

export type IdentifiedType = { kind: FileKind; mediaType: string; extension: string };

const documents: readonly FileKind[] = ['office', 'text'];
const headBytes = 4096;
const tailBytes = 1024;
const office = new Set(['docx', 'xlsx', 'pptx']);
const withMacros = /^(doc|dot|xls|xlt|ppt|pot)m$/;
const macroParts = /(^|\/)(vbaProject|vbaData|macrosheets|activeX)/i;
/** The maximum number of parts of a container. A document has some hundred; more would keep the server busy. */
const mostParts = 20_000;

/**
 * Identifies a file by its bytes. Refuses under `param` other kinds, and files that are damaged, encrypted or contain
 * macros. `name` only distinguishes CSV from other text.
 */
export async function identifyFile(
  path: string,
  { name, kinds, param }: { name: string; kinds: readonly FileKind[]; param: string },
): Promise<IdentifiedType> {
  const { head, tail } = await ends(path);
  if (isPicture(head) && kinds.includes('image')) return { kind: 'image', mediaType: 'image/webp', extension: 'webp' };
  if (kinds.every((kind) => kind === 'image')) throw invalid(param, isSvg(head) ? 'svgNotAccepted' : 'notAnImage');
  const type = await fileTypeFromFile(path);
  const identified = type ? await identifyBinary(path, tail, type, param) : await identifyText(path, name);
  if (!identified || !kinds.includes(identified.kind))
    throw invalid(param, documents.some((kind) => kinds.includes(kind)) ? 'fileKindRefused' : 'notAPdf');
  return identified;
}

async function ends(path: string): Promise<{ head: Uint8Array; tail: Buffer }> {
  await using file = await open(path);
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(headBytes, size));
  const tail = Buffer.alloc(Math.min(tailBytes, size));
  await file.read(head, 0, head.length, 0);
  await file.read(tail, 0, tail.length, size - tail.length);
  return { head, tail };
}

async function identifyBinary(
  path: string,
  tail: Buffer,
  { ext, mime }: { ext: string; mime: string },
  param: string,
): Promise<IdentifiedType | null> {
  if (ext === 'pdf') {
    if (!tail.includes('%%EOF')) throw invalid(param, 'fileBroken');
    return { kind: 'pdf', mediaType: 'application/pdf', extension: 'pdf' };
  }
  if (withMacros.test(ext)) throw invalid(param, 'fileHasMacros');
  // Encrypted documents are compound files, as are those of Office before 2007.
  if (ext === 'cfb') throw invalid(param, 'fileEncrypted');
  if (!office.has(ext)) return null;
  const fault = await faultOfZip(path);
  if (fault) throw invalid(param, fault);
  return { kind: 'office', mediaType: mime, extension: ext };
}

/** Reads the directory of the archive only; nothing is unpacked. */
const faultOfZip = (path: string): Promise<'fileBroken' | 'fileEncrypted' | 'fileHasMacros' | null> =>
  new Promise((resolve) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return resolve('fileBroken');
      const end = (fault: 'fileBroken' | 'fileEncrypted' | 'fileHasMacros' | null) => {
        zip.close();
        resolve(fault);
      };
      if (zip.entryCount > mostParts) return end('fileBroken');
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.isEncrypted()) return end('fileEncrypted');
        if (macroParts.test(entry.fileName)) return end('fileHasMacros');
        zip.readEntry();
      });
      zip.once('end', () => end(null));
      zip.once('error', () => end('fileBroken'));
      zip.readEntry();
    });
  });

/** Control characters other than tab, line breaks and form feed do not occur in text. */
const control = /[^\P{Cc}\t\n\r\f]/u;

/** Accepts UTF-8 text without markup, because a browser would run scripts in it. */
async function identifyText(path: string, name: string): Promise<IdentifiedType | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun = false;
  try {
    for await (const bytes of createReadStream(path)) {
      const text = decoder.decode(bytes as Buffer, { stream: true });
      const first = text.trimStart();
      if (!begun && first.startsWith('<')) return null;
      begun ||= first !== '';
      if (control.test(text)) return null;
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  const csv = /\.csv$/i.test(name);
  return { kind: 'text', mediaType: csv ? 'text/csv' : 'text/plain', extension: csv ? 'csv' : 'txt' };
}
