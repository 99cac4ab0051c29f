import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maxResultsPerList, maxSearchLength, searchMs } from '#platform/common/list.ts';
import type { SearchReply } from '#platform/common/search/search-calls.ts';
import { withoutControlCharacters } from '#platform/common/text/plain-text.ts';
import { transport } from '../../client/connection.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadChunk } from '../failures/chunk-failure.ts';
import { boundApps } from '../layout/shell-parts.ts';
import type { SearchProvider, SearchResult, TranslateKey } from './search.ts';

/** The minimum length of a search: a single letter matches nearly everything. */
const minLetters = 2;

/** The matches of one list. */
export type SearchKind = { name: string; icon: string; found: SearchResult[]; all: string | null };
type Kind = { app: AppManifest; provider: SearchProvider };
type Found = { kinds: SearchKind[]; failed: string[] };

const namespacesOf = (app: AppManifest): string[] => [app.id, ...app.needs, 'kit'];
const translatorOf = (app: AppManifest): TranslateKey => {
  const ns = namespacesOf(app);
  return (key) => i18next.t(key, { ns });
};

/** Loads the search providers of these apps. */
export async function loadKinds(ids: ReadonlySet<string>): Promise<Kind[]> {
  const loaded = boundApps()
    .filter(({ app }) => ids.has(app.id))
    .map(async ({ app, parts: { search } }) =>
      search ? (await loadChunk(search)).search.map((provider) => ({ app, provider })) : [],
    );
  return (await Promise.all(loaded)).flat();
}

/** The server's results as the providers display them, in the order of the server. */
export function shownResults(kinds: readonly Kind[], { found, failed }: SearchReply, text: string): Found {
  const kindOf = ({ app, list }: { app: string; list: string }): Kind => {
    const kind = kinds.find((one) => one.app.id === app && one.provider.list.name === list);
    if (!kind) throw new Error(`${app}: web/search.ts does not show what is found in "${list}"`);
    return kind;
  };
  return {
    kinds: found.map(({ rows, ...source }) => {
      const { app, provider } = kindOf(source);
      const translate = translatorOf(app);
      return {
        name: translate(provider.name),
        icon: app.search?.find(({ list }) => list === source.list)?.icon ?? app.icon,
        found: rows.map((row) => provider.show(row, translate)),
        all: rows.length === maxResultsPerList && provider.all ? provider.all(text) : null,
      };
    }),
    failed: failed.map((source) => {
      const { app, provider } = kindOf(source);
      return translatorOf(app)(provider.name);
    }),
  };
}

/** Searches all lists in one request, which is cancelled when the text changes. */
async function search(text: string, signal: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ text });
  const answer = await transport.send({ method: 'GET', path: '/search', query, signal, silent: true });
  const reply = answer.data as SearchReply;
  const kinds = await loadKinds(new Set([...reply.found, ...reply.failed].map(({ app }) => app)));
  await loadTexts(kinds.flatMap(({ app }) => namespacesOf(app)));
  return shownResults(kinds, reply, text);
}

/** The matching records of all lists that the person may read, debounced. */
export function useSearch(typed: string) {
  const text = withoutControlCharacters(typed).slice(0, maxSearchLength);
  const [settled] = useDebouncedValue(text, searchMs);
  const enough = settled.length >= minLetters && text.length >= minLetters;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['kit', 'search', settled, i18next.language],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: enough,
  });
  const shown = enough ? data : undefined;
  return {
    kinds: shown?.kinds ?? [],
    waiting: text.length >= minLetters && (text !== settled || isFetching),
    /** The names of the lists that failed. */
    failed: shown?.failed ?? [],
    /** The whole search failed. */
    unanswered: enough && isError,
    retry: () => void refetch(),
  };
}
