import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DESKTOP, launchBrowser, NO_BROWSER, visit } from '../../support/browser.ts'
import { Hands } from '../../support/hands.ts'
import { begun } from '../../support/heard.ts'
import { leftBehind, present } from '../../support/left-behind.ts'

/** Waits of the tests for what cannot come: they end at once, and show what is there instead. */

const node = (script: string) => begun(process.execPath, ['-e', script])

describe('a program', () => {
  test('that says the words is waited for, on either way out', async () => {
    const program = node("console.error('it answers'); console.log('{\"a\":1}')")
    expect((await program.says(/it (\w+)/))[1]).toBe('answers')
    expect((await program.says(/^{.*}/))[0]).toBe('{"a":1}')
    expect(await program.ended).toBe(0)
  })
  test('that ends without them ends the wait, with all that it said', async () => {
    const program = node("console.log('hello'); console.error('no room'); process.exit(3)")
    const wait = program.says(/it answers/)
    await expect(wait).rejects.toThrow(/has not said[\s\S]*ended \(3\)[\s\S]*hello[\s\S]*no room/)
    await expect(program.soon(() => expect(1).toBe(2))).rejects.toThrow('ended (3)')
  })
  test('that cannot be started, or is killed, ends the wait too', async () => {
    const none = begun('/nowhere/no-such-program', [])
    await expect(none.says(/x/)).rejects.toThrow('ENOENT')
    const killed = node('setInterval(() => {}, 1000)')
    killed.child.kill('SIGKILL')
    await expect(killed.says(/x/)).rejects.toThrow('SIGKILL')
  })
  test('or a server that a file leaves behind is named', async () => {
    const before = present()
    expect(await leftBehind(before)).toEqual([])
    const program = node("console.log('up'); setInterval(() => {}, 1000)")
    const server = createServer().listen(0, '127.0.0.1')
    await program.says(/up/)
    expect(await leftBehind(before)).toEqual([
      expect.stringContaining(`the program ${process.execPath}`),
      expect.stringContaining('TCPServerWrap'),
    ])
    server.close()
    program.child.kill('SIGKILL')
    expect(await leftBehind(before)).toEqual([])
  })
})

describe.skipIf(NO_BROWSER !== '')(`a page${NO_BROWSER}`, () => {
  let server: Server
  let origin: string
  let browser: Browser
  let answer: (path: string, response: ServerResponse) => void
  const page = (text: string) =>
    `<!doctype html><html lang=en><title>x</title><link rel=icon href=data:,>${text}`
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      answer(request.url ?? '', response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
  })
  beforeEach(() => {
    answer = (_path, response) => response.end(page('<h1>Today</h1>'))
  })
  afterAll(async () => {
    await browser?.close()
    server.closeAllConnections()
    server.close()
  })
  const at = async (path = '/', options = {}) => {
    const { page } = await visit(browser, origin, DESKTOP, options)
    await page.goto(origin + path)
    return page
  }

  test.each([true, false])(
    'that is an error page ends the wait, and is shown (scripts: %s)',
    async (scripts) => {
      answer = (_path, response) => {
        response.statusCode = 500
        response.end(page('<h1>Something went wrong</h1><p role=alert>Report 1234'))
      }
      const there = await at('/saved', { javaScriptEnabled: scripts })
      const shown = /nothing more comes[\s\S]*500 .*\/saved[\s\S]*Something went wrong[\s\S]*Report 1234/
      await expect(there.getByText('Saved').waitFor()).rejects.toThrow(shown)
      await expect(there.getByRole('button', { name: 'Next' }).click()).rejects.toThrow(shown)
    },
  )
  test.each(['keyboard', 'phone'] as const)('fails each step by %s', async (way) => {
    const hands = await Hands.at(browser, origin, way)
    await hands.page.goto(origin)
    const nothing = /nothing more comes[\s\S]*Today/
    await Promise.all([
      expect(hands.sees('Saved')).rejects.toThrow(nothing),
      expect(hands.press('button', 'Save')).rejects.toThrow(nothing),
      expect(hands.type('Name', 'x')).rejects.toThrow(nothing),
      expect(hands.tick('Sure')).rejects.toThrow(nothing),
      expect(hands.choose('Crop', 'x')).rejects.toThrow(nothing),
      expect(hands.menu('Import')).rejects.toThrow(nothing),
      expect(hands.unfold('More')).rejects.toThrow(nothing),
      expect(hands.upload('Sheet', '/etc/hostname')).rejects.toThrow(nothing),
    ])
  })
  test('whose answer takes long is waited for; a service that is gone is not', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    answer = (path, response) => {
      if (path === '/next') asked.resolve(response)
      else response.end(page('<h1>Today</h1><a href=/next>Next</a>'))
    }
    const there = await at()
    const pressed = there.getByRole('link', { name: 'Next' }).click()
    const seen = there.getByText('Saved').waitFor()
    const late = await asked.promise
    // Longer than a page at which nothing happens is given.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    late.end(page('<h1>Saved</h1><a href=/next>Next</a>'))
    await Promise.all([pressed, seen])
    answer = (_path, response) => response.destroy()
    await there.getByRole('link', { name: 'Next' }).click()
    await expect(there.getByText('More').waitFor()).rejects.toThrow(/did not get .*\/next/)
  })
})
