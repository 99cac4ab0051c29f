import type { ColumnType } from 'kysely';
import type { z } from 'zod';
import type { CompanyType } from '#platform/common/company-kinds.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** The types of columns that are more precise than those of the database. */
export type Columns = {
  company: { type: CompanyType };
  companyRequest: { destinationType: CompanyType };
  companyClient: {
    providerId: number;
    clientId: number;
    contractAbilities: string[] | null;
    contractResources: number[] | null;
  };
  preference: { value: ColumnType<Json, string, string> };
};
