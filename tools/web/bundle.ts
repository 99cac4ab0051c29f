import type { Rolldown } from 'vite';

/** What a build writes, by file. */
export type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
export type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
};

export const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((one) => one.type === 'chunk');
