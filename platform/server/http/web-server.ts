import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import serveFiles from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors, jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { ZodError } from 'zod';
import type { AppManifest } from '../../common/define-app.ts';
import type { FieldError } from '../../common/list.ts';
import type { SiteSettings } from '../../common/settings/site-settings.ts';
import { settingsElement } from '../../common/settings/site-settings-element.ts';
import { serveInstalledApp } from '../installed-app.ts';
import { endStreamsAtClose } from '../live/open-streams.ts';
import { registerWatch, type Watch } from '../live/watch.ts';
import { countRequest } from '../monitoring/request-metrics.ts';
import { type Constraints, databaseField, databaseRefusal, readConstraints } from '../postgres/database-refusal.ts';
import { Invalid, Refusal } from '../refuse.ts';
import { documentedWebhooks } from '../webhooks/documented-webhooks.ts';
import { explainByKeys, fieldErrors } from './field-errors.ts';
import { type HttpOptions, registerRoutes } from './http.ts';
import { lightDocuments } from './light-documents.ts';
import { readableOnly } from './readable-only.ts';
import { withoutSecrets } from './without-secrets.ts';

type WebOptions = HttpOptions & { webFolder: string | null; settings: SiteSettings };

/**
 * Creates the HTTP server: API below /api, optional documentation at /api/docs, health, metrics, and the web app for
 * all other addresses.
 */
export async function openWebServer(
  options: WebOptions & { apiDocs: boolean; watch: Watch },
): Promise<FastifyInstance> {
  explainByKeys();
  const http = Fastify({
    loggerInstance: options.kit.log.child(
      { part: 'http' },
      {
        level: options.kit.log.level === 'info' ? 'warn' : options.kit.log.level,
        serializers: { req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutSecrets(url), ip }) },
      },
    ) as FastifyBaseLogger,
    bodyLimit: 256 * 1024,
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 500 },
  });
  // Bodies are JSON or forms; anything else is 415, including text that the framework would accept.
  http.removeContentTypeParser('text/plain');
  http.setValidatorCompiler(readableOnly(validatorCompiler));
  // Replies are validated in http.ts; here the schema is only for the documentation.
  http.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const origins = options.slices.flatMap((slice) => slice.origins?.(options.settings) ?? []);
  const embeds = options.slices.flatMap((slice) => slice.embeds?.(options.kit) ?? []);
  const embedded = (kind: keyof (typeof embeds)[number]) => embeds.flatMap((one) => one[kind]);
  await http.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // The reader of codes is WebAssembly where the browser has none.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...embedded('scripts')],
        frameSrc: ["'self'", ...embedded('frames')],
        // Mantine writes its variables into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...origins, ...embedded('calls')],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: options.kit.publicUrl.startsWith('https:') ? undefined : false,
  });
  await http.register(rateLimit, { global: false });
  // Zstandard takes a third of the time of Brotli for replies of about the same size.
  await http.register(compress, {
    threshold: 2048,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  });
  // The limits are set by the route that reads a form.
  await http.register(multipart);
  const shown = options.slices.map(({ app }) => app).filter(({ id }) => !options.hidden.has(id));
  if (options.apiDocs) await documentApi(http, options.slices, shown);
  // Replies contain tokens and personal data; files with an ETag set their own caching.
  http.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    countRequest({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime });
  });
  endStreamsAtClose(http);
  answerErrors(http, await readConstraints(options.kit.pool));
  await http.register(async (scope) => registerRoutes(scope, options));
  registerWatch(http, options.watch);
  serveInstalledApp(http, options.settings, shown);
  await serveWeb(http, options);
  return http;
}

async function documentApi(http: FastifyInstance, slices: WebOptions['slices'], shown: readonly AppManifest[]) {
  const messages = slices.map(({ webhooks }) => webhooks?.(shown) ?? {});
  await http.register(swagger, {
    openapi: {
      // The first version that describes webhooks.
      openapi: '3.1.0',
      info: { title: 'Rasid', version: '1' },
      webhooks: documentedWebhooks(Object.assign({}, ...messages)),
    },
    transform: jsonSchemaTransform,
  });
  await http.register(swaggerUi, { routePrefix: '/api/docs' });
}

function answerErrors(http: FastifyInstance, constraints: Constraints) {
  http.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendInvalid(reply, error.validation.flatMap(errorsOfField));
    }
    if (error instanceof Invalid) return sendInvalid(reply, error.errors, error.code);
    if (error instanceof Refusal) return sendRefusal(reply, error);
    const field = databaseField(error, request.body, constraints);
    if (field) return sendInvalid(reply, [field]);
    const known = databaseRefusal(error);
    if (known) return sendRefusal(reply, known);
    const status = 'statusCode' in error && !(error instanceof ZodError) ? (error.statusCode ?? 500) : 500;
    if (status >= 500) {
      request.log.error({ err: error, url: withoutSecrets(request.url) }, 'a request failed');
      return reply
        .code(500)
        .send({ code: '00000500', msg: 'server-error', word: 'server-error', detail: { request: request.id } });
    }
    const word = { 413: 'too-large', 415: 'unsupported-media', 429: 'too-many-requests' }[status] ?? 'bad-request';
    return reply.code(status).send({ code: `0000${String(status).padStart(4, '0')}`, msg: word, word, detail: {} });
  });
}

function errorsOfField({ instancePath, message = 'invalid', keyword: code, params }: FastifySchemaValidationError) {
  const path = instancePath.split('/').filter((name) => name !== '');
  const keys = Array.isArray(params.keys) ? params.keys.map(String) : [];
  return fieldErrors([{ path, message, code, keys }]);
}

/** In seconds: requests that cannot be served now can be retried soon. */
const retryAfter = '5';

function sendRefusal(reply: FastifyReply, { status, code, word, detail }: Refusal) {
  if (status === 503) reply.header('retry-after', retryAfter);
  return reply.code(status).send({ code, msg: word, word, detail });
}

function sendInvalid(reply: FastifyReply, errors: readonly FieldError[], code = '') {
  return reply.code(418).send({ code: code || '00000418', msg: 'invalid', word: 'invalid', errors });
}

/** The page with the embedded site settings, so that the first paint needs no request. */
function pageWith(html: string, settings: SiteSettings): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html
    .replace(`id="${settingsElement}"></script>`, () => `id="${settingsElement}">${json}</script>`)
    .replace('<title>Rasid</title>', () => `<title>${settings.brand.name.en.replaceAll('<', '')}</title>`);
}

const printPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

function cachingOf(file: string): string {
  if (file.includes('/assets/')) return 'public, max-age=31536000, immutable';
  // A kept service worker would keep its whole version.
  return file.endsWith('/sw.js') ? 'no-store' : 'no-cache';
}

async function serveWeb(
  http: FastifyInstance,
  { webFolder: folder, settings, slices, hidden }: WebOptions,
): Promise<void> {
  const shown = slices.map(({ app }) => app).filter(({ id }) => !hidden.has(id));
  const lightDocument = folder
    ? await lightDocuments(folder, shown, (html) => pageWith(html, settings))
    : () => undefined;
  const page = folder ? pageWith(await readFile(join(folder, 'index.html'), 'utf8'), settings) : '';
  const printed = folder ? pageWith(await readFile(join(folder, 'print.html'), 'utf8'), settings) : '';
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    const light = lightDocument(request.url);
    if (light !== undefined)
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .send(light);
    // A document that is laid out as PDF has a page of its own, without the shell and the apps.
    if (!('cacheKey' in (request.query as object))) return reply.send(page);
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', printPolicy)
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .send(printed);
  };
  if (folder) {
    http.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply));
    await http.register(serveFiles, {
      root: folder,
      wildcard: false,
      index: false,
      // The build compresses files better than there is time for per request.
      preCompressed: true,
      setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
    });
  }
  http.setNotFoundHandler((request, reply) => {
    if (folder && request.method === 'GET' && !request.url.startsWith('/api') && !request.url.startsWith('/assets/'))
      return sendPage(request, reply);
    return reply.code(404).send({ code: '00000404', msg: 'not-found', word: 'not-found', detail: {} });
  });
}
