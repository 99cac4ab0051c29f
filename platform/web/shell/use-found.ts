import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maxSearchLength, searchMs } from '#platform/common/list.ts';
import type { Page } from '../client/client-of.ts';
import { useMe } from '../session/hooks.tsx';
import { denialNow } from '../session/session.ts';
import type { Me } from '../session/session-store.ts';
import { loadChunk } from './chunk-failure.ts';
import type { Finder, Found, Word } from './finder.ts';
import { isOffered } from './first-page.ts';
import { boundApps } from './shell-parts.ts';

/** So many of each kind. */
export const mostFound = 5;
/** A single letter is in every name. */
const leastLetters = 2;

export type FoundKind = { name: string; icon: string; found: Found[]; all: string | null };
type Kind = { app: AppManifest; finder: Finder };

const wordsOf = (app: AppManifest): Word => {
  const ns = [app.id, ...app.needs, 'kit'];
  return (key) => i18next.t(key, { ns });
};

/** What the apps of this build let be found. */
export async function loadKinds(): Promise<Kind[]> {
  const loaded = boundApps().map(async ({ app, parts: { finds } }) =>
    finds ? (await loadChunk(finds)).finds.map((finder) => ({ app, finder })) : [],
  );
  return (await Promise.all(loaded)).flat();
}

/** The lists to be asked: of apps that are held and offered, and only what the person may read. */
export const askable = (kinds: readonly Kind[], me: Me) =>
  kinds.flatMap(({ app, finder }) => {
    const params = finder.params?.(me.session);
    if (params === null || !isOffered(app) || denialNow(finder.list.route.access) !== null) return [];
    return [{ app, finder, params }];
  });

/** Records that match, from all lists that the person may read; they are asked at the same time, once typing rests. */
export function useFound(typed: string) {
  const me = useMe();
  const text = typed.trim().slice(0, maxSearchLength);
  const [settled] = useDebouncedValue(text, searchMs);
  const enough = settled.length >= leastLetters && text.length >= leastLetters;
  const kinds = useQuery({ queryKey: ['kit', 'finders'], queryFn: loadKinds, staleTime: Number.POSITIVE_INFINITY });
  const asked = askable(kinds.data ?? [], me);
  const answers = useQueries({
    queries: asked.map(({ finder: { list }, params }) => {
      const args = { list: { search: settled, limit: mostFound, total: false }, params };
      return {
        queryKey: list.key(args),
        // What is typed on cancels it: nobody waits for it any more.
        queryFn: ({ signal }: { signal: AbortSignal }) => list.send({ ...args, signal, silent: true }),
        enabled: enough,
      };
    }),
  }) as UseQueryResult<Page<unknown>>[];
  const names = asked.map(({ app, finder }) => wordsOf(app)(finder.name));
  const failed = answers.flatMap((answer, at) => (enough && answer.isError ? [{ answer, name: names[at] ?? '' }] : []));
  return {
    kinds: !enough
      ? []
      : asked.flatMap(({ app, finder }, at): FoundKind[] => {
          const rows = answers[at]?.data?.data ?? [];
          if (rows.length === 0) return [];
          return [
            {
              name: names[at] ?? '',
              icon: finder.icon,
              found: rows.map((row) => finder.show(row, wordsOf(app))),
              all: rows.length === mostFound && finder.all ? finder.all(settled) : null,
            },
          ];
        }),
    waiting:
      text.length >= leastLetters &&
      (text !== settled || kinds.isPending || answers.some((answer) => enough && answer.isLoading)),
    /** Kinds that could not be asked. */
    failed: failed.map(({ name }) => name),
    retry: () => {
      for (const { answer } of failed) void answer.refetch();
    },
  };
}
