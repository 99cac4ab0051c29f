import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../node_modules/maplibre-gl/dist/', import.meta.url));

/** Only MapLibre: points or a line from GeoJSON on an empty style. `window.show(data)` replaces the data. */
const html = `<!doctype html><link rel="stylesheet" href="/maplibre-gl.css"><style>html,body,#map{margin:0;height:100%}</style><div id="map"></div>
<script type="module">
  import { Map, setWorkerUrl } from '/maplibre-gl.mjs';
  setWorkerUrl('/maplibre-gl-worker.mjs');
  const kind = new URLSearchParams(location.search).get('kind');
  const asked = performance.now();
  const data = await (await fetch('/data.json')).json();
  const box = data.bounds;
  const map = new Map({ container: 'map', style: { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#dde' } }] }, bounds: box, attributionControl: false });
  window.show = (next) => map.getSource('data').setData(next);
  map.on('load', () => {
    if (kind === 'line') {
      map.addSource('data', { type: 'geojson', data });
      map.addLayer({ id: 'line', type: 'line', source: 'data', layout: { 'line-cap': 'round', 'line-join': 'round' }, paint: { 'line-color': '#06c', 'line-width': 4 } });
    } else {
      map.addSource('data', { type: 'geojson', data, cluster: true, clusterRadius: 40, clusterMaxZoom: 14 });
      map.addLayer({ id: 'many', type: 'circle', source: 'data', filter: ['has', 'point_count'], paint: { 'circle-color': '#06c', 'circle-radius': ['step', ['get', 'point_count'], 14, 10, 18, 100, 22] } });
      map.addLayer({ id: 'one', type: 'circle', source: 'data', filter: ['!', ['has', 'point_count']], paint: { 'circle-color': '#06c', 'circle-radius': 7 } });
    }
    map.once('idle', () => { performance.mark('drawn'); window.firstDrawn = performance.now() - asked; });
  });
</script>`;

/** Serves the bare map with its data, at an address of its own. */
export async function serveBareMap(data: object): Promise<{ url: string; stop(): Promise<void> }> {
  const body = JSON.stringify(data);
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://bare').pathname;
    if (path === '/') return void reply.setHeader('content-type', 'text/html').end(html);
    if (path === '/data.json') return void reply.setHeader('content-type', 'application/json').end(body);
    if (!/^\/maplibre-gl[a-z-]*\.(mjs|css)$/.test(path)) return void reply.writeHead(404).end();
    reply.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript');
    return void reply.end(readFileSync(dist + path.slice(1)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
