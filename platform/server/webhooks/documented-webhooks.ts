import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { z } from 'zod';
import { testMessage } from '../../common/webhook.ts';

/** What is sent with each event, by the type of the message. */
export type WebhookMessages = Readonly<Record<string, z.ZodType>>;

type WebhooksOf<Document> = Document extends { webhooks?: infer Webhooks } ? NonNullable<Webhooks> : never;
type DocumentedWebhooks = WebhooksOf<NonNullable<FastifyDynamicSwaggerOptions['openapi']>>;
/** JSON Schema, which OpenAPI 3.1 takes as it is. */
const shown = z.custom<DocumentedWebhooks>((value) => typeof value === 'object');

const header = (name: string, description: string) => ({
  name,
  description,
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const },
});
/** As standardwebhooks.com specifies. */
const headers = [
  header('webhook-id', 'The id of the message; a repeat has the same.'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
  header('webhook-signature', 'The signatures by the current and the previous secret: “v1,…” in Base64.'),
];

function documented(type: string, data: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data }),
  );
  return {
    post: {
      operationId: type,
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'It has arrived; otherwise it is sent again.' } },
    },
  };
}

/** The section `webhooks` of the API documentation: the messages that the server sends. */
export const documentedWebhooks = (messages: WebhookMessages): DocumentedWebhooks =>
  shown.parse(
    Object.fromEntries(
      Object.entries({ ...messages, test: testMessage }).map(([type, data]) => [type, documented(type, data)]),
    ),
  );
