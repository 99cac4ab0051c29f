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
    deadLetterTotal: { deviceId: number; companyId: number; kept: number; bytes: number; createdAt: string };
    deadLetterFolded: {
      id: number;
      deviceId: number;
      companyId: number;
      reason: string;
      count: number;
      bytes: number;
      firstAt: string;
      lastAt: string;
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

/** device_id, sensor_id, time, value, word: for statements of other slices that run as the role that sees all rows. */
export const storedReadings = '(SELECT device_id, sensor_id, time, value, word FROM reading)';
