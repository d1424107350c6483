import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLanguage } from '../../../packaging/words.ts'
import { allows } from '../../../src/domain/staff.ts'
import { OFFICE_ROUTES, type OfficeRoute } from '../../../src/office/addresses.ts'
import { isBuilt, PROGRAM } from '../../support/command.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { everyPage, OF_THE_SERVER } from '../../support/office-pages.ts'

/** Texts for people at the counter, and texts for those who run the server, are different texts. */

let office: Office
let clerk: Visitor
let addresses: ReadonlyMap<string, readonly string[]>
/** A delivery that was corrected twice, one that was taken back, one that a person signed, and a party that is nobody. */
let states: Record<'forked' | 'retracted' | 'signed' | 'corrected' | 'unknown', string>

async function prepare(): Promise<void> {
  office = await openOffice({}, [process.execPath, PROGRAM])
  const { clerk: at, manager } = await staffOf(office)
  clerk = at
  addresses = await everyPage(office, manager, 'Grace')
  const { did } = office
  const added = (quantity: string) => office.delivered('71', quantity)
  const forked = await added('11 kg')
  const { from_party, to_party, crop } = await did('record show', forked)
  for (const value of [21, 31]) {
    const quantity = { value, unit: 'kg' }
    await office.append('delivery', { from_party, to_party, crop, quantity, supersedes: forked })
  }
  const corrected = await added('14 kg')
  await did('record correct', corrected, '--quantity', '24 kg')
  const retracted = await added('12 kg')
  await did('record retract', retracted, '--reason duplicate')
  const signed = await added('13 kg')
  await did('record confirm', signed, '--channel paper_signature --signed-by 71')
  const unknown = '0190a000-0000-7000-8000-000000000000'
  states = { forked, retracted, signed, corrected, unknown }
}

/** Every form of a page that posts: where to, and its fields as they are filled in. */
const formsIn = (text: string) =>
  [...text.matchAll(/<form method="post" action="([^"]+)"([^>]*)>(.*?)<\/form>/gs)].map(
    ([, action = '', kind = '', inner = '']) => ({
      action: action.replaceAll('&amp;', '&'),
      isLarge: kind.includes('multipart'),
      fields: Object.fromEntries(
        [...inner.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>/g)].flatMap(([, its = '']) => {
          const name = /\bname="([^"]+)"/.exec(its)?.[1]
          const value = /\bvalue="([^"]*)"/.exec(its)?.[1] ?? ''
          return name === undefined ? [] : [[name, { value, isFixed: /hidden|submit/.test(its) }]]
        }),
      ) as Record<string, { readonly value: string; readonly isFixed: boolean }>,
    }),
  )

/** What people type that cannot be used. */
const TYPED = ['', 'zzz', '1,200']

describe.skipIf(!isBuilt)('no page tells a clerk of settings or commands (skipped if not built)', () => {
  beforeAll(prepare)
  afterAll(() => office?.service.stop())

  test('every page, and every form of it filled in wrongly', async () => {
    const found: [string, string][] = []
    const looked = (path: string, { text }: { readonly text: string }) => {
      const told = OF_THE_SERVER.exec(text)
      if (told !== null) found.push([path, text.slice(Math.max(0, told.index - 100), told.index + 60)])
    }
    const pages = [...addresses].filter(([route]) => {
      const permission = OFFICE_ROUTES[route as OfficeRoute]
      return permission === null || allows('clerk', permission)
    })
    const { forked, retracted, signed, corrected, unknown } = states
    const more = [forked, retracted, signed, corrected, unknown].flatMap((id) =>
      [...addresses.keys(), '/records/:id/retraction', '/records/:id/confirmation'].flatMap((route) => {
        const path = route.replace('GET ', '')
        const isOfRecords = path.startsWith('/records/:id')
        return path.includes(':id') && (isOfRecords || id === unknown) ? [path.replace(':id', id)] : []
      }),
    )
    const seen = new Set<string>()
    for (const path of [...pages.flatMap(([, paths]) => paths), ...more]) {
      const page = await clerk.get(path)
      looked(path, page)
      for (const { action, fields, isLarge } of formsIn(page.text)) {
        const names = Object.keys(fields).sort().join()
        if (action.startsWith('/sign-out') || action.startsWith('/account') || seen.has(`${action} ${names}`))
          continue
        seen.add(`${action} ${names}`)
        for (const typed of TYPED) {
          const sent = Object.fromEntries(
            Object.entries(fields).map(([name, { value, isFixed }]) => [name, isFixed ? value : typed]),
          )
          const form = new FormData()
          for (const [name, value] of Object.entries(sent)) form.set(name, value)
          looked(
            `${action} ${typed}`,
            isLarge ? await clerk.send(action, form) : await clerk.post(action, sent),
          )
        }
      }
    }
    // What no page offers in such a state, but an older page that is still open does.
    const told = { reason: 'duplicate', occurred_at: 'today', quantity: '5 kg', channel: 'written' }
    const sent = { form_token: await clerk.formToken(), ...told }
    for (const id of Object.values(states))
      for (const act of ['correction', 'retraction', 'confirmation', 'keep'])
        looked(`${act} ${id}`, await clerk.post(`/records/${id}/${act}`, sent))
    expect(found).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })
})

/** What pages show of files that people send: of rows, of plots, and of payments that were read back. */
const OF_FILES = /^(import\.(fault|boundary)|payment\.left)\./

test('what is wrong with a file is told without commands', () => {
  const ofFiles = Object.entries(readLanguage('en')).filter(([key]) => OF_FILES.test(key))
  expect(ofFiles.filter(([, text]) => OF_THE_SERVER.test(String(text)))).toEqual([])
})

test.each(['fr', 'sw'])('in %s, what is told in English without them is told so', (code) => {
  const english = readLanguage('en')
  const told = Object.entries(readLanguage(code)).filter(
    ([key, text]) => OF_THE_SERVER.test(String(text)) && !OF_THE_SERVER.test(String(english[key])),
  )
  expect(told).toEqual([])
})
