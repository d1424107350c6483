import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { started, withSettings } from '../../support/child-programs.ts'
import { founded } from '../../support/command.ts'
import { ANSWERS_AT, addressIn, heard } from '../../support/heard.ts'
import { MADE_UP, programWithMadeUp, wordsOutside } from '../../support/made-up.ts'
import { type Office, officeOf, staffOf, type Visitor } from '../../support/office.ts'
import { everyPage } from '../../support/office-pages.ts'

interface Service {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A service whose program was built with that folder. */
async function servedByOther(data: string): Promise<Service> {
  const program = await programWithMadeUp()
  const env = withSettings({ GRANARY_MIN_FREE_BYTES: '0', GRANARY_LOG_LEVEL: 'error' })
  const args = [program, 'serve', '--data', data, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, args, { env })
  const url = addressIn(await heard(started(child)).says(ANSWERS_AT))
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** An import takes the program itself, which is another one here; the other address leads on. */
const isLeftOut = (path: string): boolean =>
  path.startsWith('/import') || path.startsWith('/payments/files') || path === '/go-on'

let office: Office<Service>
let manager: Visitor
const addresses: string[] = []

beforeAll(async () => {
  const coop = await founded()
  office = officeOf(coop, await servedByOther(coop.data))
  manager = (await staffOf(office)).manager
  const sent = { form_token: await manager.formToken(), act: 'language', language: MADE_UP }
  expect((await manager.post('/account', sent)).status).toBe(303)
  const pages = await everyPage(office, manager, 'Nakato')
  addresses.push(...[...pages.values()].flat().filter((path) => !isLeftOut(path)))
})
afterAll(() => office?.service.stop())

/** What a page shows as text. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|svg|code|pre)\b.*?<\/\1>/gs, ' ')
    // Countries are named by the engine.
    .replaceAll(/<select id="country".*?<\/select>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&\w+;/g, ' ')

/** What people wrote, names of accounts and users, codes of the audit log, what is the same in every language, and the word by which the engine ends a list. */
const DATA =
  /^(and|Kahawa|Cooperative|Nakato|Opio|Hills|Sacco|Android|kg|UG|ha|UTC|http|root|The|manager|clerk|auditor|day|crop|place|member|English|Français|Kiswahili|Made|up|csv|TM)$/

test('a language is a file: every page is in it, and nothing else is on a page', async () => {
  const found: Record<string, string[]> = {}
  let judged = 0
  for (const path of addresses) {
    const { status, text } = await manager.get(path)
    if (status === 303) continue
    judged++
    expect(text, path).toContain('⟦')
    const words = wordsOutside(textOf(text)).filter((word) => !DATA.test(word))
    if (words.length > 0) found[path] = words
  }
  expect(found).toEqual({})
  expect(judged).toBeGreaterThan(40)
})
