/*
 * The service worker. The build puts `version` (of all files), `shell` (the files of every first page), `entry` (the
 * script of the page) and `ahead` (the files of daily pages, by slice) before this text. Nothing of the API passes
 * through it.
 */

const page = '/';
const name = `rasid-${version}`;
/** The page must not wait for a network that does not answer. */
const patienceMs = 4000;

/** Keeps the page, if it is the page of this version: another one names files that are not kept. */
async function keepPage(cache, response) {
  const copy = response.clone();
  if ((await copy.text()).includes(entry)) await cache.put(page, response);
}

async function install() {
  const cache = await caches.open(name);
  await cache.addAll(shell);
  await keepPage(cache, await fetch(page, { cache: 'no-cache' }));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith('rasid-') && one !== name).map((one) => caches.delete(one)));
  await self.clients.claim();
}

/** The page of the server, else the kept one with the files of the same version. */
async function openPage(event) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(event.request, { signal: AbortSignal.timeout(patienceMs) });
    if (response.ok) event.waitUntil(keepPage(cache, response.clone()));
    if (response.status < 500) return response;
    return (await cache.match(page)) ?? response;
  } catch (error) {
    const kept = await cache.match(page);
    if (!kept) throw error;
    return kept;
  }
}

/** A file whose name holds the hash of its content never changes. */
async function openFile(event) {
  const cache = await caches.open(name);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
}

/** Keeps files that no page has asked for yet, one after the other, so that they delay nothing. */
async function storeAhead(parts) {
  const cache = await caches.open(name);
  for (const file of new Set(parts.flatMap((part) => ahead[part] ?? []))) {
    if (await cache.match(file)) continue;
    const response = await fetch(file, { priority: 'low' });
    if (!response.ok) throw new Error(`${file} answers ${response.status}`);
    await cache.put(file, response);
  }
}

/** The same, with an answer to the page: `{}`, or `{ failed }` with the reason. */
async function answerAhead({ data, ports }) {
  try {
    await storeAhead(data.parts);
    ports[0].postMessage({});
  } catch (error) {
    ports[0].postMessage({ failed: String(error) });
  }
}

/** Shows a notification that the server has sent: `{ title, body, tag, address, locale }`. */
function showPush(event) {
  const { title, body, tag, address, locale } = event.data.json();
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    icon: '/icons/icon-192.png',
    // A further notification with the same tag is noticed as well.
    renotify: true,
    data: { address },
  });
}

/** Opens the page of a notification: in a window of the app that is open, else in a new one. */
async function openPush({ notification }) {
  notification.close();
  const url = new URL(notification.data?.address ?? page, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return void (await self.clients.openWindow(url));
  await open.focus();
  open.postMessage({ type: 'open', address: `${url.pathname}${url.search}` });
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(openFile(event));
  // Documents that are printed have a page of their own.
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api') && !url.searchParams.has('cacheKey'))
    event.respondWith(openPage(event));
});
self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event)));
self.addEventListener('message', (event) => {
  const { type, files = [] } = event.data ?? {};
  // The person has asked for the new version.
  if (type === 'update') self.skipWaiting();
  if (type === 'ahead') event.waitUntil(answerAhead(event));
  // The files that the page loaded before it was controlled.
  if (type === 'keep')
    event.waitUntil(
      caches
        .open(name)
        .then((cache) =>
          Promise.allSettled(files.map((file) => cache.match(file).then((kept) => kept ?? cache.add(file)))),
        ),
    );
});
