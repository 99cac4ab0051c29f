import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import type { TrapKind, TrapZone } from './trap.ts';
import type { Policy } from './visits/policy.ts';
import type { Material, Recommendation } from './visits/records.ts';
import type { ShownVisit } from './visits/visit.ts';
import type { ShownLine } from './visits/visit-line.ts';

/** Where a printed document of the app is checked. */
export const verifyDocumentPath = '/verify-trap-document';

/** The sections of documents of which later facts may say something else. */
export const documentSections = [
  ...(['trend', 'responses', 'visits', 'actions', 'materials', 'licences'] as const),
  ...(['lines', 'recommendations'] as const),
];
export type DocumentSection = (typeof documentSections)[number];
const changed = z.array(z.enum(documentSections));

const verified = z.object({
  kind: z.enum(['visit', 'folder']),
  company: z.string(),
  site: z.string(),
  /** Of the site (IANA name): the times on the document are in it. */
  zone: z.string(),
  madeAt: instant(),
  /** Of the file; null while it is being laid out. */
  sha256: z.string().nullable(),
  /** Whether the stored file still has this hash; null without a file. */
  intact: z.boolean().nullable(),
  /** The sections that would say something else today. */
  changed,
  /** Of a visit. `addenda`: those in the document; `later`: those that came after it. */
  visit: z
    .object({
      number: z.string(),
      signedAt: instant().nullable(),
      signedBy: z.string().nullable(),
      addenda: z.number(),
      later: z.number(),
    })
    .nullable(),
  /** Of a folder: its period. */
  from: instant().nullable(),
  to: instant().nullable(),
});
export type VerifiedDocument = z.infer<typeof verified>;

export const documentRoutes = {
  verify: verificationRoute('/document/{code}', verified),
};

export const folderLanguages = ['en', 'ar'] as const;
/** For so many days the file of a folder is kept. */
export const folderDays = 30;

const folder = z.object({
  id: z.number(),
  from: instant(),
  to: instant(),
  language: z.enum(folderLanguages),
  madeAt: instant(),
  expiresAt: instant(),
  state: z.enum(['queued', 'done', 'failed', 'expired']),
  /** The sections that would say something else today. */
  changed,
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type AuditFolder = z.infer<typeof folder>;

const read = canDo('rodent.folder', 'read');
/** What an auditor asks for: all about a site in a period, as one document. */
export const folderRoutes = {
  /** The newest of a site. */
  list: route.get('/audit-folder', { access: read, query: z.object({ structureId: id() }), reply: z.array(folder) }),
  /** Begins to lay one out; the reply names the document in the print queue. */
  make: route.post('/audit-folder', {
    access: canDo('rodent.folder', 'create'),
    body: z.strictObject({
      structureId: id(),
      from: instant(),
      to: instant(),
      language: z.enum(folderLanguages, 'invalid'),
    }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
    limitPerMinute: 10,
    limitBy: 'person',
  }),
  file: route.get('/audit-folder/{id}/file', { access: read, reply: z.unknown(), raw: true }),
};

/** A trap as documents name it. */
export type PrintedTrap = { number: number | null; name: string; zone: TrapZone; space: string | null };

/** The report of a visit as it is laid out. */
export type PrintedVisit = {
  company: string;
  site: string;
  zone: string;
  address: string;
  visit: Pick<ShownVisit, 'number' | 'kind' | 'startedAt' | 'endedAt' | 'note' | 'signedBy'> & {
    technician: string | null;
    provider: string | null;
    signedAt: string | null;
  };
  lines: (Pick<
    ShownLine,
    'id' | 'at' | 'finding' | 'count' | 'species' | 'actions' | 'serial' | 'reason' | 'gone' | 'photos'
  > & { trap: PrintedTrap; person: string | null })[];
  materials: (Omit<Material, 'person' | 'clientId' | 'deviceId'> & { trap: PrintedTrap | null })[];
  recommendations: (Pick<Recommendation, 'id' | 'text' | 'severity' | 'dueOn' | 'state'> & { owner: string | null })[];
  addenda: { id: number; text: string; createdAt: string; person: string | null }[];
  /** Pictures as data addresses, by the names that devices gave them. */
  photos: Record<string, string>;
  signature: string | null;
};

export type ActionLevel = 'green' | 'amber' | 'red';
/** What traps of a zone did in a quarter. `rate`: catches per 100 nights; null with fewer than 14. */
type PrintedZone = {
  zone: TrapZone;
  hits: number;
  catches: number;
  wrong: number;
  nights: number;
  rate: number | null;
  /** The mean rate of up to four quarters before; null without any. */
  before: number | null;
  level: ActionLevel | null;
};

/** The folder of a site as it is laid out. Times are in its time zone. */
export type PrintedFolder = {
  company: string;
  site: string;
  zone: string;
  address: string;
  from: string;
  to: string;
  contractor: string | null;
  poisonFree: boolean;
  quarters: { from: string; to: string; zones: PrintedZone[] }[];
  /** From how many animals caught per 100 nights on a zone is amber or red. `stated`: for this site, else the usual ones. */
  limits: { stated: boolean; zones: Policy['actionLevels'] };
  /** Pictures as data addresses, by plan. `ratio`: width by height. */
  pictures: Record<number, { address: string; ratio: number }>;
  /** The plans at the end of each quarter, with the labels of traps at their spots. */
  plans: { at: string; layoutId: number; name: string; spots: { label: string; x: number; y: number }[] }[];
  traps: (PrintedTrap & { id: number; kind: TrapKind; floor: string | null })[];
  visits: {
    id: number;
    number: string;
    kind: ShownVisit['kind'];
    state: ShownVisit['state'];
    at: string;
    technician: string | null;
    provider: string | null;
    lines: number;
    signedBy: string | null;
    signedAt: string | null;
    addenda: number;
  }[];
  actions: {
    id: number;
    visit: string;
    text: string;
    dueOn: string;
    state: Recommendation['state'];
    overdue: boolean;
    owner: string | null;
    doneAt: string | null;
    note: string | null;
  }[];
  /** From a hit to the first check of its trap, in hours; null without any. `within`: the share within the policy. */
  responses: {
    zone: TrapZone;
    hits: number;
    hours: number;
    median: number | null;
    p90: number | null;
    within: number | null;
  }[];
  materials: (Omit<Material, 'person' | 'clientId' | 'deviceId'> & { trap: string | null; visit: string })[];
  /** Of those who led visits in the period. `everywhere`: for all sites of the company. */
  licences: {
    id: number;
    technician: string;
    provider: string | null;
    number: string;
    authority: string | null;
    everywhere: boolean;
    validFrom: string | null;
    expiresOn: string;
  }[];
  /** The visits that nobody with a valid licence led. `number`: of the licence that had expired; null without any. */
  unlicensed: {
    id: number;
    visit: string;
    at: string;
    technician: string | null;
    number: string | null;
    expiresOn: string | null;
  }[];
  /** Times in which a trap was not heard; `to` is null for one that goes on. */
  gaps: { label: string; from: string; to: string | null }[];
};
