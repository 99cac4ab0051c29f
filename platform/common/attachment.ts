import { z } from 'zod';
import type { AccessRule } from './access.ts';
import type { Entity } from './define-entity.ts';
import { route } from './route.ts';
import { anyFile, megabyte, type Upload } from './upload.ts';

/** Documents of one record. */
export const maxAttachments = 50;
export const attachmentUpload = { maxBytes: 25 * megabyte, kinds: ['image', 'pdf', 'office', 'text'] } as const;

/** A document of a record: a picture, a PDF, an office document, a text. */
export const attachment = z.object({
  id: z.number(),
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number(),
  createdAt: z.string(),
  /** The person who added it; null for the system. */
  person: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }).nullable(),
});
export type Attachment = z.infer<typeof attachment>;

type DocumentAccess = Readonly<Record<'read' | 'add' | 'remove', AccessRule>>;

const documentRoutes = <All extends string, One extends string, File extends string>(
  { read, add, remove }: DocumentAccess,
  paths: { all: All; one: One; file: File },
  upload: Upload,
) => ({
  /** The newest first. */
  list: route.get(paths.all, { access: read, reply: z.array(attachment) }),
  add: route.post(paths.all, { access: add, upload, body: z.object({ file: anyFile() }), reply: attachment }),
  file: route.get(paths.file, { access: read, reply: z.unknown(), raw: true }),
  remove: route.delete(paths.one, { access: remove }),
});

/**
 * The documents of the record that the path names: anyone who may read it reads them, anyone who may update it adds and
 * removes them. The migration of its slice calls `SELECT rasid_attachments('<table>')`.
 */
export function attachmentRoutes<Path extends string>(
  entity: Pick<Entity, 'can'>,
  path: Path,
  upload: Upload = attachmentUpload,
) {
  const all = `${path}/attachment` as const;
  const one = `${all}/{attachmentId}` as const;
  const update = entity.can('update');
  return documentRoutes(
    { read: entity.can('read'), add: update, remove: update },
    { all, one, file: `${one}/file` as const },
    upload,
  );
}

/** The same at the addresses `{path}/file` and `{path}/file/{attachmentId}`, with an access of each call. */
export function fileRoutes<Path extends string>(access: DocumentAccess, path: Path, upload: Upload = attachmentUpload) {
  const all = `${path}/file` as const;
  const one = `${all}/{attachmentId}` as const;
  return documentRoutes(access, { all, one, file: one }, upload);
}
