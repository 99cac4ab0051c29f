import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/**
 * Why a document could not be laid out: no browser, the page reported an error, it took too long, or it needed too much
 * memory.
 */
export const printErrors = ['no-renderer', 'page-failed', 'too-slow', 'too-big'] as const;

/** The state of a document that a person has asked for. */
export const printState = z.object({
  id: z.number(),
  state: z.enum(['queued', 'done', 'failed']),
  error: z.enum(printErrors).nullable(),
});
export type PrintState = z.infer<typeof printState>;

/** What a page lays out: the frozen data of a document, in the language and time zone of the document. */
export const printDocument = z.object({
  /** One of the printed pages that slices declare. */
  page: z.string(),
  language: z.enum(['en', 'ar']),
  title: z.string(),
  data: z.json(),
});
export type PrintDocument = z.infer<typeof printDocument>;

export const printRoutes = {
  state: route.get('/company/{companyId}/print/{id}', { access: 'signed-in', reply: printState }),
  file: route.get('/company/{companyId}/print/{id}/file', { access: 'signed-in', raw: true }),
  /** The document of a key. The browser that lays it out asks once; any other request gets 410. */
  temporary: route.get('/company/{companyId}/report/parameter/temporary/{id}', {
    access: { public: 'the single-use key of the document is the credential' },
    params: z.object({ companyId: id(), id: z.string().max(100, 'tooLong') }),
    reply: printDocument,
    ownTransactions: true,
    limitPerMinute: 120,
  }),
};
