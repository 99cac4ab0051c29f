// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    ticket: {
      id: GeneratedAlways<number>;
      companyId: number;
      deskId: number | null;
      helperId: number | null;
      subject: string;
      category: 'device' | 'order' | 'payment' | 'token' | 'account' | 'other';
      priority: Generated<'low' | 'normal' | 'high' | 'urgent'>;
      state: Generated<'open' | 'waiting' | 'solved' | 'closed'>;
      deviceId: number | null;
      followsId: number | null;
      openedBy: Generated<number>;
      assigneeId: number | null;
      createdAt: DefaultInstant;
      lastMessageAt: DefaultInstant;
      publicN: Generated<number>;
      internalN: Generated<number>;
      platformN: Generated<number>;
      firstReplyDue: Instant | null;
      firstReplyAt: Instant | null;
      solveDue: Instant | null;
      solvedAt: Instant | null;
      pausedAt: Instant | null;
      pausedMs: Generated<number>;
      dueStep: Generated<number>;
      dueAt: Instant | null;
      mailAt: Instant | null;
      search: GeneratedAlways<string | null>;
      orderId: number | null;
      orderNumber: string | null;
      replyMs: number | null;
      solveMs: number | null;
    };
    ticketFile: {
      id: GeneratedAlways<number>;
      ticketId: number;
      n: number;
      name: string;
      mediaType: string;
      size: number;
      fileId: number;
    };
    ticketMessage: {
      ticketId: number;
      n: GeneratedAlways<number>;
      createdAt: DefaultInstant;
      authorId: Generated<number>;
      impersonatedBy: Generated<number | null>;
      side: 'customer' | 'desk' | 'platform';
      kind: 'public' | 'internal' | 'platform';
      text: string;
      clientId: string;
    };
    ticketRead: {
      userId: number;
      ticketId: number;
      lastN: Generated<number>;
      mailedAt: Instant | null;
    };
    ticketServiceLevel: {
      companyId: number | null;
      hours: unknown;
      targets: unknown;
      createdAt: DefaultInstant;
    };
    ticketStep: {
      id: GeneratedAlways<number>;
      subjectId: number;
      at: DefaultInstant;
      step: string;
      stateBefore: string | null;
      stateAfter: string | null;
      detail: Generated<unknown>;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
    };
  }
}
