import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { unreadableField } from '../common/plain-text.ts';
import type { AnyRoute } from '../common/route.ts';
import { megabyte, type Upload } from '../common/upload.ts';
import { encodedImage } from './images.ts';
import { Invalid, refuse } from './refuse.ts';

const fieldLimits = { files: 1, fields: 30, parts: 31, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 };

/** The form is read and checked once it is known that the caller may send it. */
export const leaveBody: FastifySchemaCompiler<unknown> = (part) =>
  part.httpPart === 'body'
    ? (data: unknown) => ({ value: data })
    : validatorCompiler(part as Parameters<typeof validatorCompiler>[0]);

/** What was sent, checked by the route. A file among it has been decoded and encoded anew. */
export async function bodyOf(request: FastifyRequest, one: AnyRoute, owner: string): Promise<unknown> {
  if (!one.upload || !one.body) return request.body;
  const sent = request.isMultipart() ? await readForm(request, one.upload) : request.body;
  const fault = unreadableField(sent);
  if (fault) throw new Invalid([fault]);
  const parsed = one.body.safeParse(sent);
  if (!parsed.success)
    throw new Invalid(parsed.error.issues.map((issue) => ({ param: issue.path.join('.'), msg: issue.message })));
  const fields = Object.entries(parsed.data as object);
  return Object.fromEntries(
    await Promise.all(
      fields.map(async ([name, value]) => [
        name,
        value instanceof File ? await encodedImage(value, name, owner) : value,
      ]),
    ),
  );
}

async function readForm(request: FastifyRequest, { maxBytes }: Upload): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: { ...fieldLimits, fileSize: maxBytes } })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value);
      else fields.set(part.fieldname, new File([Uint8Array.from(await part.toBuffer())], part.filename));
    }
  } catch (error) {
    throw refusalOf(error as Error & { code?: string; statusCode?: number }, maxBytes);
  }
  return Object.fromEntries(fields);
}

function refusalOf(error: Error & { code?: string; statusCode?: number }, maxBytes: number): Error {
  if (error.code === 'FST_REQ_FILE_TOO_LARGE')
    return refuse(413, 'file-too-large', { megabytes: Math.floor(maxBytes / megabyte) });
  if (error.statusCode === 413) return refuse(413, 'too-large');
  // A form that ends too early or was never one.
  return refuse(400, 'bad-request');
}
