import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { storeFile } from '#platform/server/files/files.ts';
import { encodedImage } from '#platform/server/files/images.ts';
import type { Context } from '#platform/server/serve.ts';

/** The paper of `SignatureInput` and its pen. */
const paper = { width: 1200, height: 400, pen: 5 } as const;

type Signed = { id: number; name: string; at: string; userId: number };

/** A signature as a browser sends it: strokes of a pen on white paper. `path`: an SVG path on the paper. */
async function signature(path: string): Promise<File> {
  const { width, height, pen } = paper;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
    <path d="${path}" fill="none" stroke="#111" stroke-width="${pen}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return encodedImage(new File([new Uint8Array(bytes)], 'signature.png', { type: 'image/png' }), 'file');
}

/**
 * Adds signatures of the demo to records of an app, and returns the names of the proofs in the same order. Runs as the role
 * that sees all rows.
 */
export async function addDemoSignatures(
  context: Pick<Context, 'tx' | 'kit'>,
  of: { companyId: number; app: string; type: string },
  path: string,
  signed: readonly Signed[],
): Promise<string[]> {
  const file = await signature(path);
  const names: string[] = [];
  for (const { id, name, at, userId } of signed) {
    const clientId = randomUUID();
    names.push(clientId);
    await context.tx
      .insertInto('proof')
      .values({
        ...{ companyId: of.companyId, appId: of.app, subjectType: of.type, subjectId: id, clientId, kind: 'signature' },
        ...{ doneAt: at, receivedAt: at, data: JSON.stringify({ name }), userId },
        fileId: await storeFile(context, of.companyId, file),
      })
      .execute();
  }
  return names;
}
