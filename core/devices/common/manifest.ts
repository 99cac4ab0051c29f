import type { z } from 'zod';

/** What a sensor measures. Ids are unique over all apps and stable: readings are stored under them. */
export type SensorType = {
  id: number;
  /** The name in telemetry payloads, unique within a model. An app's own sensor hides the shared one of the same key. */
  key: string;
  unit: string;
  kind: 'number' | 'boolean' | 'text';
  /** What a working device can report; a value outside is refused with the reason. */
  min?: number;
  max?: number;
  decimals?: number;
  /** A total that only grows (a meter's index): charts show its increase. */
  counter?: true;
  /** One of several equal ones: three of them make a device triple, one makes it single. */
  phase?: true;
};

export type Solution = {
  id: number;
  key: string;
  icon: string;
  /** The app's page on which a device of it is shown, with `{id}`; the ordinary device page where it is left out. */
  page?: string;
};

/** A model that can be bought and installed. */
export type HardwareModel = {
  id: number;
  solution: number;
  name: { en: string; ar: string };
  /** Keys of sensor types, its own app's or the shared ones. */
  sensors: readonly string[];
  /** Seconds between two messages; three missed ones make it offline. */
  reportEverySeconds: number;
};

/** A command that devices of an app take. */
export type CommandSpec = {
  /** What it takes; a fault is told under `params.<path>`. */
  params: z.ZodType;
  /** Action on the app's devices that sending it takes; `command` where it is left out. */
  ability?: string;
  /** Solutions whose devices take it; all where it is left out. */
  solutions?: readonly number[];
  /** Pages ask before they send it. */
  confirm?: true;
  /** Seconds that it waits for an offline device unless the sender says otherwise; 60 where it is left out. */
  timeoutSeconds?: number;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    solutions?: readonly Solution[];
    sensorTypes?: readonly SensorType[];
    hardware?: readonly HardwareModel[];
    commands?: Readonly<Record<string, CommandSpec>>;
  }
}
