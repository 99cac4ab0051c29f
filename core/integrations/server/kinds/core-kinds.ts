import { type CoreKind, coreKinds } from '../../common/kinds.ts';
import { toChirpstack } from '../downlink/chirpstack.ts';
import { toServer } from '../downlink/http.ts';
import { toTraccar } from '../downlink/traccar.ts';
import { toTheThingsStack } from '../downlink/tts.ts';
import { chirpstack } from './chirpstack.ts';
import { http } from './http.ts';
import { osmand } from './osmand.ts';
import { type ConnectorPart, provideConnectorKind } from './provided.ts';
import { traccar } from './traccar.ts';
import { tts } from './tts.ts';

const parts: Readonly<Record<CoreKind, ConnectorPart>> = {
  chirpstack: { read: chirpstack, send: toChirpstack },
  tts: { read: tts, send: toTheThingsStack },
  traccar: { read: traccar, send: toTraccar },
  osmand: { read: osmand },
  http: { read: http, send: toServer },
};

/** Provides the kinds that the core declares. */
export function provideCoreKinds(): void {
  for (const kind of Object.keys(coreKinds) as CoreKind[]) provideConnectorKind(kind, parts[kind]);
}
