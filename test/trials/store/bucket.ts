import type { IncomingMessage, ServerResponse } from 'node:http'
import { nobody } from '../../support/evidence/objects/broken-servers.ts'
import { type Gateway, gateway, type Treatment } from '../../support/evidence/objects/gateway.ts'
import { makeBucket, noRealS3 } from '../../support/evidence/objects/real-s3.ts'
import type { Harm, Place } from './harm.ts'

/**
 * A bucket of a real S3 service, behind a gateway that spoils what it is told to. Where there is no such service,
 * nothing answers behind the gateway: then it is only seen that pictures wait and records do not.
 */

type Matches = (request: IncomingMessage) => boolean

/** What is asked of a store. */
const STEPS: Readonly<Record<string, Matches>> = {
  'every call': () => true,
  put: ({ method, url }) => method === 'PUT' && !(url ?? '').includes('?'),
  head: ({ method }) => method === 'HEAD',
  get: ({ method, url }) => method === 'GET' && (url ?? '').includes('evidence/'),
  list: ({ url }) => /[?&](?:list-type|prefix)=/.test(url ?? ''),
  delete: ({ method }) => method === 'DELETE',
}
/** Steps that sending and fetching pictures takes. */
const OF_PICTURES = ['every call', 'put', 'head', 'get'] as const
/** Pictures are never listed, and nothing of them but the probe of the start is removed. */
const OF_BACKUPS = ['every call', 'put', 'list', 'delete'] as const

interface Way {
  readonly name: string
  /** Of these steps; left out, of all. */
  readonly steps?: readonly string[]
  readonly answer?: (response: ServerResponse) => void
  readonly treatment?: Treatment
  readonly delayMs?: number
}

const SLOW_MS = 1_500
const CUT = { 'content-length': 1_000, etag: '"a"' }
/** What a router says that wants to be paid first. */
const PAGE = '<html><body>Welcome. Please log in.</body></html>'

const WAYS: readonly Way[] = [
  { name: 'hangs', answer: () => {} },
  { name: 'hangs up', answer: (response) => response.destroy() },
  { name: 'answers 500', answer: (response) => response.writeHead(500).end() },
  { name: 'answers 503', answer: (response) => response.writeHead(503, { 'retry-after': '1' }).end() },
  { name: 'answers 403', answer: (response) => response.writeHead(403).end() },
  { name: 'answers with a page', answer: (response) => response.writeHead(200).end(PAGE) },
  {
    name: 'is cut short',
    answer: (response) => {
      response.writeHead(200, CUT).write('half')
      setTimeout(() => response.destroy(), 20)
    },
  },
  { name: 'is slow', delayMs: SLOW_MS },
  { name: 'loses the answer', treatment: 'lose the answer' },
  { name: 'damages what is sent', steps: ['put'], treatment: 'damage what is sent' },
  { name: 'damages what is fetched', steps: ['get'], treatment: 'damage what is fetched' },
]

interface Spoiling {
  readonly matches: Matches
  readonly way: Way
}

export async function bucketPlace(): Promise<Place> {
  const bucket = noRealS3 ? null : await makeBucket()
  let spoiling: Spoiling | null = null
  const wayFor = (request: IncomingMessage) =>
    spoiling?.matches(request) === true ? spoiling.way : undefined
  const nowhere = bucket === null ? await nobody() : null
  const upstream = new URL(bucket?.place.endpoint ?? `http://127.0.0.1:${nowhere?.port}`)
  const way: Gateway = await gateway(upstream, {
    treat: (request) => wayFor(request)?.treatment ?? 'pass',
    delayMs: (request) => wayFor(request)?.delayMs ?? 0,
    answer: (request, response) => {
      const answer = wayFor(request)?.answer
      if (answer === undefined) return false
      request.resume()
      request.on('error', () => {})
      answer(response)
      return true
    },
  })
  const harm = (step: string, told: Way): Harm => ({
    name: `${step} ${told.name}`,
    begin: () => {
      spoiling = { matches: STEPS[step] as Matches, way: told }
    },
    end: () => {
      spoiling = null
    },
  })
  const harmsOf = (steps: readonly string[]) =>
    steps.flatMap((step) =>
      WAYS.filter((told) => told.steps === undefined || told.steps.includes(step)).map((told) =>
        harm(step, told),
      ),
    )
  return {
    name: bucket === null ? 'a bucket that never answers' : 'a bucket',
    settings: {
      GRANARY_OBJECT_STORE: `s3://${bucket?.place.bucket ?? 'pictures'}`,
      GRANARY_S3_ENDPOINT: `http://127.0.0.1:${way.port}`,
      GRANARY_S3_ACCESS_KEY: bucket?.place.accessKey ?? 'key',
      GRANARY_S3_SECRET_KEY: bucket?.place.secretKey ?? 'secret',
      GRANARY_S3_REGION: bucket?.place.region ?? 'us-east-1',
    },
    harms: harmsOf(OF_PICTURES),
    backupHarms: bucket === null ? [] : harmsOf(OF_BACKUPS),
    backupsTo: bucket === null ? null : `s3://${bucket.place.bucket}/copies`,
    isAlwaysDown: bucket === null,
    close: async () => {
      spoiling = null
      await way.close()
      await bucket?.remove()
    },
  }
}
