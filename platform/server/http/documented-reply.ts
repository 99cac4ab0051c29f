import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import type { AnyRoute } from '../../common/route.ts';
import { feedKindOf } from './feeds/feeds.ts';

type ReplySchema = Pick<FastifySchema, 'response'>;

const known = new WeakMap<AnyRoute, ReplySchema>();

/** The response schema of a route for the documentation, made once per process: there are a thousand of them. */
export function documentedReply(route: AnyRoute): ReplySchema {
  const schema = known.get(route) ?? schemaOf(route);
  known.set(route, schema);
  return schema;
}

function schemaOf(route: AnyRoute): ReplySchema {
  if (route.raw || route.status === 204) return {};
  if (feedKindOf(route) !== undefined)
    return {
      response: {
        200: route.feedType ? { content: { [route.feedType]: { schema: route.reply } } } : route.reply,
        304: z.null().describe('Nothing has changed since the answer with the ETag of If-None-Match'),
      },
    };
  const shape = route.many
    ? z.object({ data: z.array(route.reply), totalRecords: z.number().nullable() })
    : z.object({ data: route.reply });
  return { response: { [route.status]: shape } };
}
