import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import { type CodecDetail, type CodecVersion, codecContent } from '../../common/codec.ts';

const format = 'rasid-codec';
/** A codec as a file: one version of it, without the company. */
const codecFile = codecContent.extend({
  format: z.literal(format),
  name: requiredText(80),
  description: z.string().max(500, 'tooLong').default(''),
});
export type CodecFile = z.infer<typeof codecFile>;

/** Downloads a version of a codec. */
export function downloadCodec({ name, description }: CodecDetail, version: CodecVersion): void {
  const { source, samples, variables, number } = version;
  const file: CodecFile = { format, name, description, source, samples, variables };
  download(`${name} ${number}.json`, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
}

/** Reads the file of a codec; null for any other file. */
export async function readCodec(file: Blob): Promise<CodecFile | null> {
  try {
    return codecFile.parse(JSON.parse(await file.text()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
