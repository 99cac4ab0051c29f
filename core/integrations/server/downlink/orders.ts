import type { Command } from '#core/commands/common/command.ts';
import type { CallOutcome } from '#platform/server/outgoing-call.ts';
import type { LinkFault } from '../../common/link.ts';
import type { LinkWay } from '../../common/manifest.ts';
import type { KnownConnector } from '../connectors/connector-directory.ts';

/** Where the commands of a connector go. */
export type DownlinkTarget = { id: number; way: LinkWay; url: string; userName: string; template: string; key: string };

/** A command on its way to the network. */
export type Order = {
  connector: KnownConnector;
  link: DownlinkTarget;
  command: Command;
  hardwareId: number;
  callId: string;
  /** How the network names the device, and how it addresses it. */
  externalId: string;
  route: string | null;
  /** An earlier attempt may have had an effect. */
  repeated: boolean;
};

type Outcome = Partial<Pick<CallOutcome, 'status'>> & { fault?: LinkFault | null };
/**
 * The outcome of an attempt. `accepted`: the network has it, `sent` also that it was given to the device. `refused`:
 * for good, with the reason of the command. `again`: it is tried later; `unanswered` if it may have had an effect.
 */
export type Result = Outcome &
  (
    | { accepted: true; sent?: boolean; remoteId?: string | undefined }
    | { refused: 'network-refused' | 'codec-failed' | 'no-route' }
    | { again: true; unanswered: boolean }
  );

/** It is not known yet where commands of the device go; the next message of the device contains it. */
export const noRouteYet: Result = { again: true, unanswered: false };

/** Answers of proxies in front of a server that may have had the call. */
const ofProxies = [408, 502, 504];
const later = [425, 429, 500, 503];

/** The result of a call that is answered only by its status. */
export function resultOf({ status, fault, written }: CallOutcome): Result {
  const outcome = { status, fault };
  if (fault === 'refused-address') return { ...outcome, refused: 'network-refused' };
  if (status === null) return { ...outcome, again: true, unanswered: written };
  if (status >= 200 && status < 300) return { ...outcome, accepted: true };
  if (ofProxies.includes(status)) return { ...outcome, again: true, unanswered: true };
  if (later.includes(status)) return { ...outcome, again: true, unanswered: false };
  return { ...outcome, refused: 'network-refused' };
}

/** An address of the API of a server. */
export const serverAddress = ({ url }: Pick<DownlinkTarget, 'url'>, path: string): string =>
  `${url.replace(/\/+$/, '')}${path}`;
