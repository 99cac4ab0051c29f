import type { Generated } from 'kysely';

/**
 * The tables of typed queries. Each slice adds its own by declaration merging: `declare module
 * '#platform/server/tables.ts' { interface Tables { fleet_vehicle: … } }`. Columns are camelCase here and snake_case in
 * the database.
 */
export interface Tables {
  changeLog: {
    id: number;
    at: string;
    userId: number | null;
    companyId: number | null;
    tableName: string;
    rowId: string;
    action: string;
    before: unknown;
    after: unknown;
    impersonatedBy: Generated<number | null>;
  };
  idempotency: {
    key: string;
    userId: number;
    route: string;
    requestHash: string;
    status: number | null;
    reply: unknown;
    createdAt: string;
  };
  mailOutbox: {
    id: number;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    createdAt: string;
    sentAt: string | null;
    attempts: number;
    lastError: string | null;
    sender: string;
    attachments: string | null;
    reference: string | null;
    nextAttemptAt: Generated<string>;
  };
  storedFile: {
    id: number;
    companyId: number;
    mediaType: string;
    sha256: string;
    width: number | null;
    height: number | null;
    size: number;
    objectKey: string | null;
    createdAt: string;
  };
}
