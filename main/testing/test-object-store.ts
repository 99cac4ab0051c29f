import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import type { ObjectStoreSettings } from '#platform/server/files/object-store.ts';

/** A local S3-compatible store in memory. Requests with a wrong signature or checksum are refused. */
export type TestObjectStore = {
  settings: ObjectStoreSettings;
  objects: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
};

const credentials = { region: 'me-central-1', accessKeyId: 'rasid-test', secretAccessKey: 'a secret of the test' };
const amzDate = 'x-amz-date';
const contentHash = 'x-amz-content-sha256';

export async function testObjectStore(): Promise<TestObjectStore> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const { url = '' } = request;
    if (!(await isSigned(request, server.address() as AddressInfo, bytes))) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(url, bytes);
    if (request.method === 'DELETE') objects.delete(url);
    const found = objects.get(url);
    if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end();
    if (!found) return response.writeHead(404).end();
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    return response.writeHead(206).end(found.subarray(Number(first), last === '' ? undefined : Number(last) + 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { url: `http://127.0.0.1:${port}/files/`, ...credentials },
    objects,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Signs the request again with its signed headers and compares the signatures. */
async function isSigned(request: IncomingMessage, { port }: AddressInfo, bytes: Buffer): Promise<boolean> {
  const { authorization = '', [amzDate]: at = '', [contentHash]: hash = '' } = request.headers;
  const covered = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(
    covered.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name] ?? '')]),
  );
  const signer = new AwsV4Signer({
    ...credentials,
    service: 's3',
    method: request.method ?? '',
    url: `http://127.0.0.1:${port}${request.url}`,
    headers,
    datetime: String(at),
    allHeaders: true,
  });
  const signed = await signer.sign();
  const isWhole = hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(bytes).digest('hex');
  return isWhole && signed.headers.get('authorization') === authorization;
}
