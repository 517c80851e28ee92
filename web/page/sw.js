// Service worker: the page works offline after the first visit, and changes only when asked.

const FILES = {};

const first = (file) => !/^modules\/(?!sudoku)/.test(file);
const address = (file) => new URL(file === "index.html" ? "./" : file, self.registration.scope).href;
// A set of files has the name of their sums: another version is another cache.
const name = `countless ${Object.values(FILES).map((sum) => sum.slice(0, 4)).join("")}`;

async function keep(files) {
  const cache = await caches.open(name);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(address(file))) return;
      const response = await fetch(address(file), { cache: "no-cache" });
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(address(file), response);
    }),
  );
}

async function answer(request) {
  const url = new URL(request.url);
  const isPage = request.mode === "navigate" && /(\/|\/index\.html)$/.test(url.pathname);
  const target = isPage ? address("index.html") : request.url;
  const cache = await caches.open(name);
  const kept = await cache.match(target);
  if (kept) return kept;
  const response = await fetch(request);
  const isOurs = Object.keys(FILES).some((file) => address(file) === target);
  if (isOurs && response.ok) await cache.put(target, response.clone());
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(keep(Object.keys(FILES).filter(first))));
self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((other) => other.startsWith("countless ") && other !== name).map((other) => caches.delete(other)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep all") event.waitUntil(keep(Object.keys(FILES)));
});
self.addEventListener("fetch", (event) => {
  const isSame = new URL(event.request.url).origin === self.location.origin;
  if (event.request.method === "GET" && isSame) event.respondWith(answer(event.request));
});
