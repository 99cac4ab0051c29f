import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { AnyRoute } from '../../common/route.ts';
import { unreadableField } from '../../common/text/plain-text.ts';
import { megabyte, type Upload } from '../../common/upload.ts';
import { fieldErrors } from '../http/field-errors.ts';
import type { Kit } from '../kit.ts';
import { Invalid, Refusal, refuse } from '../refuse.ts';
import { fileHash, putIntoStore } from './files.ts';
import { identifiedFile, receiveFile } from './received-file.ts';

const fieldLimits = { fields: 30, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 };

/** The form is read and validated after the guard. */
export const leaveBody: FastifySchemaCompiler<unknown> = (part) =>
  part.httpPart === 'body'
    ? (data: unknown) => ({ value: data })
    : validatorCompiler(part as Parameters<typeof validatorCompiler>[0]);

/** A body, and the function that deletes its temporary files. */
export type ReceivedBody = { body: unknown; dispose(): Promise<void> };

/** The fields of a form with the names and hashes of its files; undefined for other requests. */
export async function formOf(request: FastifyRequest, body: unknown): Promise<unknown> {
  if (!request.isMultipart()) return undefined;
  const valueOf = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(valueOf));
    return value instanceof File ? [value.name, await fileHash(value)] : value;
  };
  return Promise.all(Object.entries(body ?? {}).map(async ([name, value]) => [name, await valueOf(value)]));
}

const nothingToDispose = async () => undefined;

/** Returns the validated body. Files are identified by their bytes, and images re-encoded. */
export async function validatedBody(
  request: FastifyRequest,
  one: AnyRoute,
  owner: string,
  kit: Kit,
): Promise<ReceivedBody> {
  if (!one.upload || !one.body) return { body: request.body, dispose: nothingToDispose };
  if (!request.isMultipart()) return { body: checked(one, request.body), dispose: nothingToDispose };
  const folder = await mkdtemp(join(tmpdir(), 'rasid-upload-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { body: await readBody(request, one, one.upload, folder, owner, kit), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function checked(one: AnyRoute, sent: unknown): Record<string, unknown> {
  const fault = unreadableField(sent);
  if (fault) throw new Invalid([fault]);
  const parsed = one.body?.safeParse(sent);
  if (parsed && !parsed.success) throw new Invalid(fieldErrors(parsed.error.issues));
  return parsed?.data as Record<string, unknown>;
}

/**
 * Files are processed after the other fields are valid, and uploaded to the object store, if there is one, before the
 * transaction.
 */
async function readBody(
  request: FastifyRequest,
  one: AnyRoute,
  upload: Upload,
  folder: string,
  owner: string,
  kit: Kit,
): Promise<Record<string, unknown>> {
  const { fields, files } = await readForm(request, upload, folder);
  const body = checked(one, Object.fromEntries(fields));
  const identified = new Map<string, File[]>();
  for (const file of files) {
    if (!(file.param in body)) continue;
    const one = await identifiedFile(file, upload.kinds, owner);
    await putIntoStore(kit, one);
    identified.set(file.param, [...(identified.get(file.param) ?? []), one]);
  }
  for (const [param, all] of identified) body[param] = upload.many ? all : all[0];
  return body;
}

type Sent = { param: string; path: string; sha256: string; name: string };

async function readForm(request: FastifyRequest, { maxBytes, many }: Upload, folder: string) {
  const fields = new Map<string, unknown>();
  const files: Sent[] = [];
  const limits = { ...fieldLimits, fileSize: maxBytes, files: many?.files ?? 1 };
  let total = 0;
  try {
    for await (const part of request.parts({ limits: { ...limits, parts: limits.fields + limits.files } })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value);
      else {
        const { size, ...received } = await receiveFile({ stream: part.file }, folder, files.length);
        if (part.file.truncated) throw tooLarge(maxBytes);
        total += size;
        if (many && total > many.bytes) throw tooLarge(many.bytes);
        files.push({ ...received, param: part.fieldname, name: part.filename });
      }
    }
  } catch (error) {
    throw refusalOf(error as Error & { code?: string; statusCode?: number }, maxBytes);
  }
  // Placeholders until the other fields are validated.
  for (const { param } of files) {
    const all = files.filter((file) => file.param === param).map(({ name }) => new File([], name));
    fields.set(param, many ? all : all[0]);
  }
  return { fields, files };
}

const tooLarge = (maxBytes: number) => refuse(413, 'file-too-large', { megabytes: Math.floor(maxBytes / megabyte) });

function refusalOf(error: Error & { code?: string; statusCode?: number }, maxBytes: number): Error {
  if (error instanceof Refusal) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (error.statusCode === 413) return refuse(413, 'too-large');
  // An error of the server's disk, not of the form.
  if (error.code && ['ENOSPC', 'EACCES', 'EIO', 'EMFILE'].includes(error.code)) return error;
  // A truncated or malformed form.
  return refuse(400, 'bad-request');
}
