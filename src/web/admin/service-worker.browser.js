// Keeps the files of the back office, each named by a hash of what is in it, and nothing else: pages and answers of the
// API always come from the server. The build writes VERSION and SHELL, the files of this version, above this.

const KEPT = 'makegood-shell-';
const name = KEPT + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

// The version before stays: pages that still run it load parts of it when they need them.
async function forgetOld() {
  const kept = (await caches.keys()).filter((one) => one.startsWith(KEPT) && one !== name);
  await Promise.all(kept.slice(0, -1).map((one) => caches.delete(one)));
}

self.addEventListener('message', ({ data, ports }) => {
  if (data.ask === 'activate') self.skipWaiting();
  if (data.ask === 'has') ports[0]?.postMessage(SHELL.includes(data.file));
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || !pathname.startsWith('/assets/')) return;
  event.respondWith(caches.match(event.request, { ignoreVary: true }).then((file) => file ?? fetch(event.request)));
});
