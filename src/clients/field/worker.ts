import { sha256Of } from './rules/digest.ts'

/**
 * The service worker: the page opens without a network. A version is stored whole or not at all, each file compared with
 * its digest; the old one answers until a person asks for the new one, or no page is open.
 */

/** What this file uses of a worker's globals; the library of workers' types cannot be combined with that of pages. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void
  addEventListener(type: 'message', act: (event: MessageEvent) => void): void
}
/** Set by the build (packaging/field.ts): each file's address and SHA-256. */
declare const FILES_OF_VERSION: [path: string, sha256: string][]
declare const VERSION: string

const worker = self as unknown as Worker
const FILES = new Map(FILES_OF_VERSION)
const PREFIX = 'field-'
const NAME = `${PREFIX}${VERSION}`

async function store(): Promise<void> {
  const cache = await caches.open(NAME)
  try {
    await Promise.all(
      [...FILES].map(async ([path, sha256]) => {
        const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit' })
        const bytes = await answer.clone().arrayBuffer()
        if (!answer.ok || (await sha256Of(bytes)) !== sha256)
          throw new Error(`${path}: not the file of this version`)
        await cache.put(path, answer)
      }),
    )
  } catch (error) {
    await caches.delete(NAME)
    throw error
  }
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  )
  await worker.clients.claim()
}

async function answer(path: string, request: Request): Promise<Response> {
  const stored = await caches.match(path, { cacheName: NAME })
  return stored ?? fetch(request)
}

worker.addEventListener('install', (event) => event.waitUntil(store()))
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
worker.addEventListener('message', ({ data }) => {
  if (data === 'use') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  const path = pathname === '/field/' ? '/field' : pathname
  if (FILES.has(path)) event.respondWith(answer(path, event.request))
})
