import type { APIRequestContext } from '@playwright/test';
import { type AccessContext, can, type Session, solutionsOf } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { PermissionIndex } from '#platform/common/permission-mask.ts';
import { headersOf } from '../journey.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row of any list
type Row = any;

/** A person of the demo, with what the guard knows of them. */
export type SweepCaller = {
  name: string;
  userId: number;
  companyId: number | null;
  /** The first rows of a list; none if the caller may not read it. */
  rows(path: string): Promise<Row[]>;
  /** The record that a call creates; null if the caller may not create it. */
  create(path: string, data: object): Promise<Row>;
  mayOpen(app: AppManifest, page: Page, params: AccessContext['params']): boolean;
};

/** The person opens pages of their own company, the later ones those that are left. */
const people = ['customer', 'integrator', 'super', 'finance', 'other', 'tareeq'] as const;

export async function callersOf(request: APIRequestContext, apps: readonly AppManifest[]): Promise<SweepCaller[]> {
  const solutions = solutionsOf(apps);
  const callers: SweepCaller[] = [];
  for (const name of people) {
    const headers = await headersOf(request, name);
    const read = async (path: string) => {
      const reply = await request.get(`/api${path}`, { headers });
      if (!reply.ok()) throw new Error(`${path} answered ${name} ${reply.status()} ${await reply.text()}`);
      return (await reply.json()).data;
    };
    const me = (await read('/session')) as { session: Session };
    const index = (await read('/permissions/flat')) as PermissionIndex;
    const { session } = me;
    // Many pages request the same list.
    const kept = new Map<string, Promise<Row[]>>();
    const rowsOf = async (path: string): Promise<Row[]> => {
      const reply = await request.get(`/api${path}`, { headers });
      return reply.ok() ? (await reply.json()).data : [];
    };
    callers.push({
      name,
      userId: session.user.id,
      companyId: session.user.companyId,
      rows(path) {
        const rows = kept.get(path) ?? rowsOf(path);
        kept.set(path, rows);
        return rows;
      },
      async create(path, data) {
        const reply = await request.post(`/api${path}`, { headers, data });
        return reply.ok() ? (await reply.json()).data : null;
      },
      mayOpen: (app, page, params = {}) =>
        page.access !== undefined && can(session, page.access, { index, solutions, app: app.id, params }),
    });
  }
  return callers;
}
