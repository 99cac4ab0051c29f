import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * The pages that most people open first, in the order in which they load. The entries of a layer and what they import
 * are one file, without the layers before it, so that a first page needs few requests.
 */
const layers: readonly (readonly [name: string, entries: RegExp])[] = [
  ['start', /\/index\.html$|\/main\/web\.tsx$|\/AuthLayout\.tsx$|\/SignInPage\.tsx$/],
  ['shell', /\/main\/web-apps\.ts$|\/routing\/app-routes\.ts$|\/layout\/MainLayout\.tsx$|\/bell\/Bell\.tsx$/],
  // Widgets of app boards are in other folders: they load with their board.
  ['overview', /\/core\/boards\/web\/\w+Page\.tsx$|\/core\/[\w-]+\/web\/widgets\/widgets\.ts$/],
  ['lists', /\/(?:Toolbar|ListContent|DataTable|CardGrid)\.tsx$/],
  // What every form needs, by the smallest page that has one.
  ['forms', /\/NewProductPanel\.tsx$/],
  ['alarms', /\/AlarmsPage\.tsx$/],
  ['devices', /\/(?:DevicesPage|DevicePage)\.tsx$/],
  // What apps show of the kinds of their devices.
  ['panels', /\/web\/panels\/\w+\.tsx$/],
  ['meters', /\/MeterPage\.tsx$/],
];

const pageEntry = /\/main\/web\.tsx$|\.html$/;

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports' | 'moduleIds'>;

/** Returns the layer of each module that several pages share. `chunks` are those of a build without layers. */
export function layersOf(chunks: readonly Chunk[]): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const layerOf = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, entries] of layers) {
    const open = chunks.filter(({ facadeModuleId }) => facadeModuleId && entries.test(facadeModuleId));
    if (open.length === 0) throw new Error(`The web app has no entry of the layer "${name}"`);
    for (let chunk = open.pop(); chunk; chunk = open.pop()) {
      if (seen.has(chunk.fileName)) continue;
      seen.add(chunk.fileName);
      // The entry of the page itself stays a file; pages that are imported when needed become a part of their layer.
      for (const id of chunk.moduleIds) if (!pageEntry.test(id)) layerOf.set(id, name);
      open.push(...chunk.imports.flatMap((file) => byFile.get(file) ?? []));
    }
  }
  return layerOf;
}

/** Builds the web app in memory to learn which modules its first pages share. */
export async function chunkLayers(config: InlineConfig): Promise<(id: string) => string | null> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const layerOf = layersOf(output.filter((one) => one.type === 'chunk'));
  return (id) => layerOf.get(id) ?? null;
}
