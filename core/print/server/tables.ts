import type { Generated } from 'kysely';
import type { PrintState } from '../common/print.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    printDocument: {
      id: number;
      companyId: number;
      userId: number | null;
      page: string;
      language: string;
      title: string;
      data: string;
      sha256: string;
      state: Generated<PrintState['state']>;
      error: string | null;
      fileId: number | null;
      finishedAt: string | null;
      createdAt: Generated<string>;
    };
  }
}
