import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { given, must } from '../../../../src/base/typed.ts'
import { run } from '../../../../src/program.ts'
import { type Language, languageOf } from '../../../../src/words/language.ts'
import { type Document, interrupt, timeless, until, type Visit, visit } from './visit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/

async function ended(options?: Parameters<typeof visit>[0]): Promise<Visit & { code: number }> {
  const tour = visit(options)
  return { ...tour, code: await tour.exitCode }
}

describe('granary demo', () => {
  test('runs to its end, numbers its steps, ends with the lender view and leaves nothing', async () => {
    const tour = await ended()
    expect(tour.code).toBe(0)
    expect(tour.folders()).toEqual([])
    const numbers = [...tour.stdout().matchAll(/^ ?(\d+)\. \S/gm)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 27 }, (_, i) => i + 1))
    const view = tour.stdout().slice(tour.stdout().indexOf('LENDER VIEW'))
    expect(view).toContain('Grace Biira')
    expect(view).not.toMatch(UUID)
    expect(view.trimEnd()).toMatch(/leaves the service running\.$/)
    for (const line of tour.stdout().split('\n')) expect(line.length, line).toBeLessThanOrEqual(108)
  })

  test('says the same every time, but for ids, tokens, ports and dates', async () => {
    const [first, second] = [await ended(), await ended()]
    expect(timeless(second.stdout())).toBe(timeless(first.stdout()))
  })

  test('--json is one document with every step and the view', async () => {
    const tour = await ended({ json: true })
    const document = JSON.parse(tour.stdout()) as Document
    expect(document.steps.map(({ step }) => step)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1))
    const names = document.steps.map(({ name }) => name)
    expect(new Set(names).size).toBe(27)
    expect(names.slice(-2)).toEqual(['pack', 'lender_view'])
    for (const { said, name } of document.steps.slice(0, -1)) expect(said.length, name).toBeGreaterThan(0)
    expect(document.lender_view).toContain('LENDER VIEW')
    expect(document.access).toBeNull()
    expect(tour.folders()).toEqual([])
  })

  test.each(['sw', 'fr'])('in %s every step is told in that language, with the same facts', async (code) => {
    const told = async (language?: Language) => {
      const { stdout } = await ended({ json: true, ...given({ language }) })
      return JSON.parse(stdout()) as Document
    }
    const [here, english] = [await told(must(languageOf(code))), await told()]
    expect(here.lender_view.split('\n')[1]).not.toBe(english.lender_view.split('\n')[1])
    for (const [i, { name, title, said, facts }] of here.steps.entries()) {
      const same = must(english.steps[i])
      expect(title, name).not.toBe(same.title)
      // Replies of the service are shown as they are.
      const sentences = said.filter((text, at) => !text.startsWith('{') && (name !== 'objection' || at === 0))
      expect(sentences.filter((text) => same.said.includes(text))).toEqual([])
      expect(Object.keys(facts)).toEqual(Object.keys(same.facts))
    }
  })

  test('the environment has no say in it', async () => {
    vi.stubEnv('GRANARY_LISTEN', '0.0.0.0:1')
    vi.stubEnv('GRANARY_DATA', '/nonexistent/granary')
    vi.stubEnv('GRANARY_MASS_BALANCE_TOLERANCE', '0')
    vi.stubEnv('GRANARY_TIME_ZONE', 'nowhere')
    expect((await ended({ json: true })).code).toBe(0)
    expect(existsSync('/nonexistent')).toBe(false)
  })

  test('never works on a folder it is given', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await run(['demo', '--data', '/tmp/granary-of-somebody'])).toBe(2)
    expect(await run(['--data', '/tmp/granary-of-somebody', 'demo'])).toBe(2)
    expect(write.mock.calls.join('')).toContain('never touches yours')
    expect(existsSync('/tmp/granary-of-somebody')).toBe(false)
  })
})

describe('a tour that does not come to its end', () => {
  test('interrupted with Ctrl-C, it stops the service and removes its folder', async () => {
    const listening = process.listenerCount('SIGINT')
    const tour = visit()
    await until(() => tour.stdout().includes(' 6. '))
    expect(tour.folders()).toHaveLength(1)
    interrupt()
    expect(await tour.exitCode).toBe(1)
    expect(tour.folders()).toEqual([])
    expect(tour.stderr()).toContain('Interrupted.')
    expect(tour.stdout()).not.toContain('LENDER VIEW')
    expect(process.listenerCount('SIGINT')).toBe(listening)
  })

  test('--keep keeps no half-made world', async () => {
    const tour = visit({ keep: true })
    await until(() => tour.stdout().includes(' 3. '))
    interrupt()
    expect(await tour.exitCode).toBe(1)
    expect(tour.folders()).toEqual([])
  })

  test('stops when nobody reads it any more', async () => {
    const tour = visit()
    await until(() => tour.stdout().includes(' 2. '))
    process.stdout.emit('error', Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))
    expect(await tour.exitCode).toBe(1)
    expect(tour.folders()).toEqual([])
  })

  test('says what was answered when the service does something else, and removes its folder', async () => {
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) =>
      String(address).endsWith('/v1/grants')
        ? new Response('{"title":"Broken"}', { status: 500 })
        : real(address, init),
    )
    const tour = visit()
    await expect(tour.exitCode).rejects.toThrow(
      /POST \/v1\/grants was answered with 500 instead of 201: .*Broken/,
    )
    expect(tour.folders()).toEqual([])
  })
})
