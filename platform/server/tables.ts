// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from './postgres/column-types.ts';

/**
 * The tables of typed queries. Each slice adds its own by declaration merging. Columns are camelCase here and snake_case
 * in the database.
 */
export interface Tables {
  appSetting: {
    id: GeneratedAlways<number>;
    companyId: number;
    app: string;
    data: unknown;
    version: Generated<number>;
    createdAt: DefaultInstant;
  };
  changeLog: {
    id: GeneratedAlways<number>;
    at: DefaultInstant;
    userId: number | null;
    companyId: number | null;
    tableName: string;
    rowId: string;
    action: string;
    before: unknown;
    after: unknown;
    impersonatedBy: Generated<number | null>;
    forgotten: Generated<string[]>;
  };
  companyNumber: {
    companyId: number;
    series: string;
    year: number;
    last: number;
    createdAt: DefaultInstant;
  };
  fileUse: {
    companyId: number;
    bytes: number;
    day: string;
    files: number;
    createdAt: DefaultInstant;
  };
  idempotency: {
    userId: number | null;
    key: string;
    route: string;
    requestHash: string;
    status: number | null;
    reply: unknown;
    createdAt: DefaultInstant;
    linkId: number | null;
  };
  installation: {
    single: Generated<boolean>;
    timeZone: string;
    country: string;
    orderPrefix: string;
    invoicePrefix: string;
    creditNotePrefix: string;
  };
  mailAttachment: {
    attachments: string;
    n: number;
    name: string;
    mediaType: string;
    fileId: number | null;
    bytes: Buffer | null;
  };
  mailOutbox: {
    id: GeneratedAlways<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    createdAt: DefaultInstant;
    sentAt: Instant | null;
    attempts: Generated<number>;
    lastError: string | null;
    nextAttemptAt: DefaultInstant;
    sender: Generated<string>;
    attachments: string | null;
    reference: string | null;
  };
  rasidMigration: {
    name: string;
    at: DefaultInstant;
  };
  rasidSharedRow: {
    tableName: string;
    owners: Generated<string[]>;
    sides: Generated<string[]>;
    parties: string | null;
    partOf: string | null;
  };
  retentionRun: {
    id: GeneratedAlways<number>;
    companyId: number;
    app: string;
    setting: string;
    tableName: string;
    dueAt: Instant | null;
    beganAt: Instant;
    endedAt: Instant | null;
    afterAt: Instant | null;
    afterId: number | null;
    rows: Generated<number>;
    files: Generated<number>;
    oldestLeft: Instant | null;
    createdAt: DefaultInstant;
  };
  retentionSetting: {
    id: GeneratedAlways<number>;
    companyId: number;
    app: string;
    name: string;
    days: number;
    legalBasis: string;
    setBy: Generated<number | null>;
    impersonatedBy: Generated<number | null>;
    setAt: DefaultInstant;
    version: Generated<number>;
    createdAt: DefaultInstant;
  };
  storedFile: {
    id: GeneratedAlways<number>;
    companyId: number;
    mediaType: string;
    sha256: string;
    width: number | null;
    height: number | null;
    size: number;
    createdAt: DefaultInstant;
    objectKey: string | null;
  };
  storedFilePiece: {
    fileId: number;
    n: number;
    companyId: number;
    bytes: Buffer;
    createdAt: DefaultInstant;
  };
  storedObject: {
    key: string;
    putAt: DefaultInstant;
  };
  streamShard: {
    shard: number;
    worker: string;
    since: DefaultInstant;
  };
  viewLog: {
    id: GeneratedAlways<number>;
    companyId: number;
    createdAt: DefaultInstant;
    userId: number;
    impersonatedBy: Generated<number | null>;
    appId: string;
    kind: string;
    subjectType: string;
    subjectId: number;
    throughType: string | null;
    throughId: number | null;
    viewedFrom: Instant | null;
    viewedTo: Instant | null;
    reason: string | null;
  };
  wrongGuess: {
    guesser: string;
    began: DefaultInstant;
    guesses: string[];
  };
  zoneOffset: {
    zone: string;
    since: Instant;
    ahead: unknown;
  };
  zoneVersion: {
    version: string;
  };
}
