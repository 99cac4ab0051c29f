import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { errorMessage } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { DocumentSection, ReportDocument } from '../../../common/document.ts';
import { pageUnits, type ReportDefinition } from '../../../common/report.ts';
import { api } from '../../api.ts';
import { type Draft, type DraftData, fieldsOf } from '../draft.ts';
import { inTurn } from './in-turn.ts';

/** So many sections are read at once: a report is read by one after the other. */
const atOnce = 3;
/** A change is read once nothing more is typed. */
const settleMs = 500;
const freshMs = 5 * 60_000;

/** What a section shows now; `failure` is the reason why it shows nothing. */
export type Preview = {
  data: DocumentSection | undefined;
  pending: boolean;
  failure: string | null;
  retry(): void;
};

type Question = { key: number; body: ReportDefinition };

/** The report with one section alone, so that each is read, and fails, by itself. Moving it asks nothing again. */
function questionOf(draft: Draft, section: DraftData): Question {
  const { key, ...content } = section;
  const { period, structureIds } = fieldsOf(draft);
  return {
    key,
    body: {
      ...{ name: '-', app: null, language: 'en', formats: ['pdf'], period, structureIds },
      layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
      sections: [{ ...content, titleEn: '', titleAr: '', width: pageUnits, startsRow: true }],
    },
  };
}

export const isReadable = ({ period }: Pick<Draft, 'period'>): boolean =>
  'preset' in period || Date.parse(period.from) < Date.parse(period.to);

const reading = inTurn(atOnce);

/** What the sections of the draft show now, by their keys. Equal sections are read once. */
export function usePreviews(companyId: number, draft: Draft): ReadonlyMap<number, Preview> {
  const questions = draft.sections.flatMap((section) =>
    section.type === 'data' && isReadable(draft) ? [questionOf(draft, section)] : [],
  );
  const bodies = [...new Set(questions.map(({ body }) => JSON.stringify(body)))];
  const [asked] = useDebouncedValue(JSON.stringify(bodies), settleMs);
  const texts: string[] = JSON.parse(asked);
  const replies = useQueries({
    queries: texts.map((text) => {
      const body: ReportDefinition = JSON.parse(text);
      return {
        queryKey: api.catalogue.preview.key({ params: { companyId }, body }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          reading(() => api.catalogue.preview.send({ params: { companyId }, body, signal, silent: true }), signal),
        // What the browser has kept since an earlier visit is read again.
        staleTime: freshMs,
        refetchOnWindowFocus: false,
        retry: false,
      };
    }),
  });
  const previews = new Map(replies.map((reply, at) => [texts[at], previewOf(reply)]));
  return new Map(
    questions.flatMap(({ key, body }): [number, Preview][] => {
      const preview = previews.get(JSON.stringify(body));
      return preview ? [[key, preview]] : [];
    }),
  );
}

type Reply = { data: ReportDocument | undefined; isPending: boolean; error: Error | null; refetch(): unknown };

function previewOf({ data, isPending, error, refetch }: Reply): Preview {
  const part = data?.rows[0]?.[0]?.part;
  return {
    data: part?.type === 'data' ? part : undefined,
    pending: isPending,
    failure: error instanceof RequestError ? errorMessage(error) : (error?.message ?? null),
    retry: () => void refetch(),
  };
}
