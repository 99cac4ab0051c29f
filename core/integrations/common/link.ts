import { z } from 'zod';
import { commandStates } from '#core/commands/common/command.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { isOneLine } from '#platform/common/text/plain-text.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { callFaults } from '#platform/common/webhook.ts';
import { linkWays } from './manifest.ts';

/** The body of the calls of a connector of the kind `http` without a template. */
export const defaultTemplate = JSON.stringify(
  { id: '{{id}}', device: '{{device}}', method: '{{method}}', params: '{{params}}', callback: '{{callback}}' },
  null,
  2,
);

export const linkFields = z.object({
  way: z.enum(linkWays).default('http'),
  url: z.url({ protocol: /^(?:https?|mqtts?)$/, error: 'invalidUrl' }).max(500, 'tooLong'),
  /** The account at the server or broker; empty if it is only a key. */
  userName: z.string().trim().max(200, 'tooLong').default(''),
  /** The key, token or password; null leaves it as it is. */
  key: z.string().trim().max(1000, 'tooLong').refine(isOneLine, 'plainText').nullable().default(null),
  /** JSON with placeholders, for connectors of the kind `http`. */
  template: z.string().max(4000, 'tooLong').default(''),
});

/** Why a broker is not connected, or a call had no reply. */
export const linkFaults = [...callFaults, 'wrong-credentials'] as const;
export type LinkFault = (typeof linkFaults)[number];

const link = linkFields.omit({ key: true }).extend({
  hasKey: z.boolean(),
  /** Since when the broker is connected, and why it is not; null for other ways. */
  connectedAt: instant().nullable(),
  fault: z.enum(linkFaults).nullable(),
});
export type ConnectorLink = z.infer<typeof link>;
/** The secret with which calls are signed is shown once. */
const savedLink = z.object({ link: link.nullable(), secret: z.string().nullable() });

export const downlinkStates = ['waiting', 'delivered', 'failed'] as const;
export type DownlinkState = (typeof downlinkStates)[number];
const downlink = z.object({
  id: z.number(),
  companyId: z.number(),
  createdAt: instant(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }).nullable(),
  /** The app of its device, which has the text of the method. */
  app: z.string(),
  method: z.string(),
  params: z.json(),
  commandState: z.enum(commandStates),
  reason: z.string().nullable(),
  /** The state of its submission to the server. */
  state: z.enum(downlinkStates),
  attempts: z.number(),
  status: z.number().nullable(),
  fault: z.enum(linkFaults).nullable(),
});
export type Downlink = z.infer<typeof downlink>;

const can = (action: string) => canDo('integrations.connector', action);
const one = '/connector/{id}' as const;
const path = `${one}/link` as const;

export const connectorLinkRoutes = {
  get: route.get(path, { access: can('read'), reply: savedLink }),
  save: route.put(path, { access: can('update'), body: linkFields, reply: savedLink }),
  remove: route.delete(path, { access: can('update') }),
  /** Through which connector a device reports, and whether commands reach it there. */
  ofDevice: route.get('/device/{id}/connector', {
    access: 'signed-in',
    reply: z.object({ kind: z.string().nullable(), takesCommands: z.boolean() }),
  }),
  downlinks: route.list(`${one}/downlink`, {
    access: can('read'),
    reply: downlink,
    list: { filter: ['state'], sort: ['id'], defaultSort: ['id', 'desc'] },
  }),
};
