import type { Generated } from 'kysely';
import type { CodecState } from '../common/codec.ts';
import type { Connector, MessageOutcome } from '../common/connector.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    connector: {
      id: number;
      companyId: number;
      kind: Connector['kind'];
      name: string;
      key: string;
      enabled: boolean;
      networks: string[];
      rate: number;
      autoCreate: Connector['autoCreate'];
      allowSimulated: boolean;
      profiles: string;
      codecId: number | null;
      mapping: string;
      pointers: string;
      silentAfter: number | null;
      createdAt: string;
    };
    codec: { id: number; companyId: number; name: string; description: string; createdAt: string };
    codecVersion: {
      id: number;
      codecId: number;
      companyId: number;
      number: number;
      state: CodecState;
      source: string;
      samples: string;
      variables: string;
      userId: Generated<number | null>;
      createdAt: string;
    };
    connectorSecret: {
      connectorId: number;
      companyId: number;
      secretHash: Buffer;
      validUntil: string | null;
      createdAt: string;
    };
    connectorMessage: {
      id: number;
      connectorId: number;
      companyId: number;
      deviceId: number | null;
      externalId: string | null;
      event: string;
      outcome: MessageOutcome;
      reason: string | null;
      body: Buffer;
      receivedAt: Generated<string>;
      createdAt: string;
    };
    connectorUnknown: {
      id: number;
      connectorId: number;
      companyId: number;
      externalId: string;
      profile: string | null;
      signal: number | null;
      count: number;
      firstAt: string;
      lastAt: string;
      createdAt: string;
    };
  }
}
