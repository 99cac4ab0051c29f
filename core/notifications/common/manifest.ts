import type { z } from 'zod';

/** What happens in an app, besides alarms, that webhooks may be notified of. */
export type WebhookEvent = {
  /** Who may read these records of the app may have it sent. */
  entity: string;
  /** What is sent about it, besides the site and the notification group. */
  data: z.ZodObject;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By name: `door.opened`. It is sent as `<app>.door.opened`, and its name is the text `webhookEvents.door.opened`. */
    webhookEvents?: Readonly<Record<string, WebhookEvent>>;
    /** The paths of pages that are tabs next to the groups of the app; they show them too (`useGroupTabsOf`). */
    groupTabs?: readonly string[];
  }
}
