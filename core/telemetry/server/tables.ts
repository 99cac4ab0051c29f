declare module '#platform/server/tables.ts' {
  interface Tables {
    deadLetter: {
      id: number;
      deviceId: number;
      companyId: number;
      topic: string;
      payload: Buffer;
      size: number;
      reasons: unknown;
      receivedAt: string;
      replayedAt: string | null;
      createdAt: string;
    };
  }
}

/** Points of one message on their way to the database, as columns. Times in milliseconds since 1970. */
export type Measured = {
  /** Device id. */
  d: number;
  /** When it arrived. */
  r: number;
  t: number[];
  s: number[];
  v: (number | null)[];
  /** Words of text sensors; absent when there are none. */
  w?: (string | null)[];
};
