import { type Bundle, type Chunk, chunksOf } from './bundle.ts';

/** What modules import when they load, and what they import when it is needed. */
export type Modules = { imports(id: string): readonly string[]; lazyImports(id: string): readonly string[] };

const sliceIndex = /\/(?:core|solutions)\/([\w-]+)\/web\/index\.tsx$/;
const ofSlices = /\/(?:core|solutions)\/[\w-]+\/(?:web|common)\//;
const sliceTexts = /\/(?:core|solutions)\/([\w-]+)\/locales\/(\w+)\.json$/;
const ofFrame = /\/platform\/web\//;
/** The start of the web app, and the layers of tools/web/web-chunks.ts with it: they lead to all of the product. */
const start = /\/main\/web(?:-apps)?\.tsx?$/;
const firstLayers: readonly string[] = ['start', 'shell'];
/** Texts have their own entries; a map shows nothing without a network and is as large as all the rest. */
const left = /\/locales\/|\/MapCanvas\.tsx$/;

/**
 * The files that the service worker keeps ahead, beyond those of the shell: for each slice those of its pages and of the
 * lazy parts of these, for `slice/language` its texts, and for `platform` the lazy parts of the frame around pages.
 */
export function aheadFiles(bundle: Bundle, modules: Modules, shell: ReadonlySet<string>): Record<string, string[]> {
  const chunks = chunksOf(bundle);
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const isFirst = ({ name, moduleIds }: Chunk) => firstLayers.includes(name) || moduleIds.some((id) => start.test(id));
  const isLeft = ({ facadeModuleId }: Chunk) => facadeModuleId !== null && left.test(facadeModuleId);

  /** The files of chunks, of what they import, and of their lazy parts. */
  const filesOf = (from: readonly (Chunk | undefined)[]) => {
    const seen = new Set<Chunk>();
    const open = from.filter((chunk) => chunk !== undefined);
    for (let chunk = open.pop(); chunk; chunk = open.pop()) {
      if (seen.has(chunk)) continue;
      seen.add(chunk);
      const [needed, lazy] = [chunk.imports, isFirst(chunk) ? [] : chunk.dynamicImports].map((files) =>
        files.flatMap((file) => byFile.get(file) ?? []),
      );
      open.push(...(needed ?? []), ...(lazy ?? []).filter((one) => !isLeft(one)));
    }
    const files = [...seen].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
    return [...new Set(files.map((file) => `/${file}`))].filter((file) => !shell.has(file)).sort();
  };
  const lazyOf = (ids: readonly string[]) => ids.flatMap((id) => modules.lazyImports(id)).map((id) => chunkOf.get(id));

  /** The index of a slice and the modules of slices that it loads at once, which bind pages as well. */
  const boundBy = (index: string) => {
    const seen = new Set<string>();
    const open = [index];
    for (let id = open.pop(); id; id = open.pop()) {
      if (seen.has(id) || !ofSlices.test(id) || chunkOf.get(id) !== chunkOf.get(index)) continue;
      seen.add(id);
      open.push(...modules.imports(id));
    }
    return [...seen];
  };

  const all = [...chunkOf.keys()];
  const named = (id: string, pattern: RegExp) => pattern.exec(id)?.slice(1).join('/');
  const entries = all.flatMap((id): (readonly [string, string[]])[] => {
    const [slice, texts] = [named(id, sliceIndex), named(id, sliceTexts)];
    if (slice) return [[slice, filesOf(lazyOf(boundBy(id)))]];
    return texts ? [[texts, filesOf([chunkOf.get(id)])]] : [];
  });
  const frame = all.filter((id) => ofFrame.test(id) && isFirst(chunkOf.get(id) as Chunk));
  return Object.fromEntries([...entries, ['platform', filesOf(lazyOf(frame))] as const].sort());
}
