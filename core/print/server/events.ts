declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A document was laid out, or could not be: then it has no file. Emitted by the system. */
    'print.finished': { id: number; fileId: number | null };
  }
}
