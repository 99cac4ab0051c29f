import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ScreenContent } from '../common/screen.ts';

type ScreenSource = {
  /** The record if the caller may show it to everybody, else undefined. */
  find(context: Pick<Context, 'tx' | 'actor' | 'may'>, id: number): Promise<{ structureId: number | null } | undefined>;
  /** What screens show of the record; null if it is gone. Sees the rows of the company. */
  view(context: { tx: Tx; companyId: number }, id: number): Promise<ScreenContent | null>;
  /** The live topic whose events change what screens show of the record. */
  topicOf?(id: number): string;
};

const sources = new Map<string, ScreenSource>();
const key = (app: string, kind: string) => `${app} ${kind}`;

/** Called once by an app for each of its `screenKinds`. */
export function provideScreen(app: string, kind: string, source: ScreenSource): void {
  sources.set(key(app, kind), source);
}

export const screenSource = (app: string, kind: string): ScreenSource | undefined => sources.get(key(app, kind));
