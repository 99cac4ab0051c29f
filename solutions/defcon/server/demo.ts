import type { Kit } from '#platform/server/kit.ts';
import { addDemoPolice } from './police/demo.ts';

export async function demo(kit: Kit): Promise<void> {
  await addDemoPolice(kit);
}
