import { registry } from '#platform/common/registry/registry.ts';
import type { Carrier } from './manifest.ts';

/** The kinds of records that devices are fitted to. */
export const carriers = registry<Carrier>('kind of carriers', (app) => app.carriers);
