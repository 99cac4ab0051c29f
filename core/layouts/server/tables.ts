// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    layout: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      floorId: number | null;
      name: string;
      fileId: number;
      width: number;
      height: number;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    layoutItem: {
      deviceId: number | null;
      layoutId: number;
      companyId: number;
      x: number;
      y: number;
      createdAt: DefaultInstant;
      id: GeneratedAlways<number>;
      kind: Generated<string>;
      spaceId: number | null;
      app: string | null;
      refId: number | null;
      turn: Generated<number>;
      outline: unknown;
    };
  }
}
