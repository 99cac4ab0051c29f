import { z } from 'zod';
import { unreadableField } from './text/plain-text.ts';

/**
 * The kinds of files that an upload accepts. The server identifies them by their bytes, not by the name or the claimed
 * type.
 */
export type FileKind = 'image' | 'pdf' | 'office' | 'text';

/**
 * A route that takes files, as a form: the largest in bytes, and the allowed kinds. With `many` each field of files is
 * a list; `files` and `bytes` are the most in one request.
 */
export type Upload = { maxBytes: number; kinds: readonly FileKind[]; many?: { files: number; bytes: number } };

export const megabyte = 1024 * 1024;

/**
 * A field that holds a file. In the browser it is the chosen file; a handler gets it identified, an image decoded and
 * re-encoded. The other fields of such a body travel as text, so their types must read text (`id()`,
 * `z.coerce.number()`).
 */
export const anyFile = () => z.file('Required');

/**
 * A field of a body with files that is an object. In a form it travels as JSON, whose texts the server has not read
 * before.
 */
export const inForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent, context) => {
    if (typeof sent !== 'string') return sent;
    const read = parsed(sent);
    const fault = unreadableField(read);
    if (fault) context.addIssue({ code: 'custom', message: fault.msg });
    return fault ? z.NEVER : read;
  }, schema);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it.
    return text;
  }
}

/** What the image picker offers; the server decides by the bytes. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;

/** What the file picker offers for each kind; the server decides by the bytes. */
export const pickerTypes: Record<FileKind, readonly string[]> = {
  image: imageTypes,
  pdf: ['.pdf'],
  office: ['.docx', '.xlsx', '.pptx'],
  text: ['.txt', '.csv'],
};
