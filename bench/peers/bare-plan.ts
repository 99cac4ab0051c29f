import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BareItem = { x: number; y: number; outline: { x: number; y: number }[]; letter: string; colour: string };

/** Only an SVG with a picture and the items of `/data.json`. `performance` has `drawn` after they are painted. */
const html = `<!doctype html><style>html,body{margin:0} svg{display:block;width:100%}</style><body>
<script type="module">
  const { ratio, items } = await (await fetch('/data.json')).json();
  performance.mark('known');
  const shapes = items.map(({ x, y, outline, letter, colour }) => '<g transform="translate(' + x * 1000 + ' ' + y * 1000 * ratio + ')"><polygon fill="' + colour + '" stroke="#234" points="'
    + outline.map((corner) => corner.x * 1000 + ',' + corner.y * 1000).join(' ') + '"/><text font-size="8" text-anchor="middle">' + letter + '</text></g>').join('');
  document.body.innerHTML = '<svg viewBox="0 0 1000 ' + 1000 * ratio + '"><image href="/plan.png" width="1000" height="' + 1000 * ratio + '"/>' + shapes + '</svg>';
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
</script>`;

/** Serves the bare plan at an address of its own. */
export async function serveBarePlan(data: { ratio: number; items: BareItem[] }, picture: Buffer) {
  const body = JSON.stringify(data);
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bare');
    if (pathname === '/plan.png') return void reply.setHeader('content-type', 'image/png').end(picture);
    if (pathname === '/data.json') return void reply.setHeader('content-type', 'application/json').end(body);
    return void reply.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
