import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppManifest } from '../../common/define-app.ts';
import type { MigrationSource } from './migrate.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The folders with migrations: the kit's first, then those of the slices in their order. */
export const migrationSources = (apps: readonly Pick<AppManifest, 'id' | 'kind'>[]): MigrationSource[] => [
  { name: 'platform', folder: join(root, 'platform/server/migrations') },
  ...apps.map(({ id, kind }) => ({
    name: id,
    folder: join(root, kind === 'core' ? 'core' : 'solutions', id, 'server/migrations'),
  })),
];
