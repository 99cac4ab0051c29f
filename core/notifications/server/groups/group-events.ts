import { z } from 'zod';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';

export const manifestOf = ({ apps }: Pick<Kit, 'apps'>, id: string): AppManifest => {
  const app = apps.find((one) => one.id === id);
  if (!app) throw refuse(404, 'not-found');
  return app;
};

/** Refuses unless these are events of the app, and the person may read all that is sent about them. */
export function assertMayReceiveEvents(session: Actor['session'], app: AppManifest, events: readonly string[]): void {
  for (const name of events) {
    const event = app.webhookEvents?.[name];
    if (!event) throw invalid('events', 'invalid');
    if (!hasAbilityOn(session, app.id, event.entity, 'read', null)) throw refuse(403, 'no-permission');
  }
}

/** The events of an app with the JSON schema of what is sent about them. */
export const eventsOf = ({ webhookEvents = {} }: Pick<AppManifest, 'webhookEvents'>) =>
  Object.entries(webhookEvents).map(([name, { data }]) => ({ name, schema: z.toJSONSchema(data) }));

/** Lets the webhook of a group be notified of further events, if the person may have them sent. */
export function subscribe(
  { kit, actor, afterCommit }: Pick<Context, 'kit' | 'actor' | 'afterCommit'>,
  app: string,
  events: readonly string[],
): void {
  if (events.length === 0) return;
  assertMayReceiveEvents(actor.session, manifestOf(kit, app), events);
  afterCommit(() => kit.signals.send('webhook-events.changed', {}));
}
