import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect } from 'vitest'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { readSource } from '../../../../src/clients/union/fetch.ts'
import { endSource } from '../../../../src/clients/union/own-clock.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { idOf as id } from '../../../support/clients/union-pages.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { listening } from '../../../support/listening.ts'

/** The consents that a union reads at a made-up appliance, whose pages have one each. */

const START_MS = Date.now()
const at = (days: number) => formatInstant(START_MS + days * DAY_MS)
const grant = (n: number, revoked_at: string | null = null) => ({
  ...{ id: id(n), subject: id(900), grantee: id(901), purpose: 'x', record_types: ['harvest'] },
  ...{ valid_from: at(-10), expires_at: at(100), revoked_at },
})

describe.for(STORES)('%s', (kind) => {
  let engine: Engine
  let appliance: Server
  let nowMs: number
  let grants: ReturnType<typeof grant>[]
  let closed: string[]
  let asked: string[]
  let onAsked: (path: string) => Promise<unknown>
  let isEndless: boolean

  const answer = (url: URL): object => {
    if (url.pathname !== '/v1/grants') {
      const page = { changes: [], closed, has_more: false, cursor: `c${asked.length}` }
      closed = []
      return page
    }
    const all = grants.filter((one) => url.searchParams.get('status') === null || one.revoked_at !== null)
    const n = Number(url.searchParams.get('cursor') ?? 0)
    return { grants: all.slice(n, n + 1), next: isEndless || n + 1 < all.length ? String(n + 1) : null }
  }
  const on = testsOnNew(kind, async (made) => {
    ;({ engine } = made)
    nowMs = START_MS
    grants = [5, 4, 3, 2, 1].map((n) => grant(n))
    ;[closed, asked, isEndless] = [[], [], false]
    onAsked = async () => {}
    appliance = createServer(({ url = '' }, response) => {
      asked.push(url)
      void onAsked(url).then(() => response.end(JSON.stringify(answer(new URL(url, 'http://appliance')))))
    })
    await added(engine, 'kahawa', { url: await listening(appliance) })
  })
  afterEach(() => void appliance.close())

  const read = (goesOn = async () => true) =>
    readSource({ engine, clock: () => ({ nowMs }), signal: new AbortController().signal, goesOn }, 'kahawa')
  const ends = async () =>
    Object.fromEntries(
      (await engine.all(STATEMENTS['consent.all'], ['kahawa'])).map((row) => [row.id, row.ends_at]),
    )
  const sourceRow = async () => (await engine.all(STATEMENTS['source.one'], ['kahawa']))[0]

  on('an old consent that ended is noticed when something closed, behind others that ended', async () => {
    grants[1] = grant(4, at(-2))
    await read()
    expect(Object.keys(await ends())).toHaveLength(5)
    grants[4] = grant(1, at(-1))
    closed = [id(50)]
    await read()
    expect(await ends()).toMatchObject({ [id(1)]: at(-1), [id(2)]: at(100), [id(4)]: at(-2) })
    asked = []
    await read()
    expect(asked.filter((path) => path.startsWith('/v1/grants'))).toHaveLength(1)
  })

  on('a reply confirms what was before the question, however long it took', async () => {
    onAsked = async () => {
      nowMs += 3_600_000
    }
    await read()
    expect(String((await sourceRow())?.caught_up_at) < at(0)).toBe(true)
  })

  on('a source that ends while its consents are read takes none', async () => {
    onAsked = async (path) => {
      if (path.startsWith('/v1/grants')) await endSource(engine, 'kahawa', nowMs)
    }
    await read()
    expect(asked.some((path) => path.startsWith('/v1/grants'))).toBe(true)
    expect(await ends()).toEqual({})
    expect(await sourceRow()).toMatchObject({ state: 'ended' })
  })

  on('consents without end are read for a while only', async () => {
    grants = Array.from({ length: 300 }, (_, n) => grant(n))
    isEndless = true
    let left = 20
    await read(async () => --left > 0)
    const taken = Object.keys(await ends()).length
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(25)
  })
})
