import { crc32 } from 'node:zlib';

export const blobOf = (bytes: string | Buffer): Blob => new Blob([Uint8Array.from(Buffer.from(bytes))]);

export const pdf = (text = 'Hello') => `%PDF-1.7\n1 0 obj\n<< /Title (${text}) >>\nendobj\ntrailer\n<< >>\n%%EOF\n`;

/** A ZIP file with uncompressed parts. One of them may be marked as encrypted. */
export function zipOf(parts: Record<string, string>, encrypted = ''): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const title = Buffer.from(name);
    const bytes = Buffer.concat([Buffer.alloc(name === encrypted ? 12 : 0), Buffer.from(text)]);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(name === encrypted ? 1 : 0, 2);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(Buffer.byteLength(text), 18);
    about.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, title, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, rest, title]));
    files.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const typesOf = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;

/** A Word document, with whatever other parts. */
export const docx = (more: Record<string, string> = {}, options: { encrypted?: string; main?: string } = {}): Buffer =>
  zipOf(
    {
      '[Content_Types].xml': typesOf(options.main ?? `${word}.main+xml`),
      'word/document.xml': '<w:document/>',
      ...more,
    },
    options.encrypted,
  );
export const docm = (): Buffer => docx({}, { main: 'application/vnd.ms-word.document.macroEnabled.main+xml' });
