import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'

/** What people write is text on every page that shows it. */

const MARKUP = '<img src=x onerror=alert(1)>"\'&lt;</textarea><script>alert(2)</script>'
const office = await openOffice()
const manager = (await staffOf(office)).manager
const form_token = await manager.formToken()
afterAll(() => office.service.stop())

test('names, notes, places, grades and what is typed into any field', async () => {
  const added = await manager.post('/new-member', { form_token, name: MARKUP, number: '1"<b>', phone: '' })
  const member = (added.location as string).split('?')[0] as string
  const party = member.split('/').at(-1) as string
  const { id } = await office.did(
    'record add delivery --to cooperative --crop maize_grain --date today',
    `--from ${party} --quantity`,
    '5 kg',
    '--location',
    MARKUP,
    '--grade',
    MARKUP,
    '--note',
    MARKUP,
  )
  const search = new URLSearchParams({ search: MARKUP, who: MARKUP, member: MARKUP, since: MARKUP })
  const pages = [
    ...['/today', `/members?${search}`, member, `${member}/statement`, '/records', `/records?${search}`],
    ...[`/records/${id}`, `/records/${id}/correction`, `/weigh-in?${search}`, `/weigh-in?saved=${id}`],
    ...[
      `/new-record/lot?holder=${encodeURIComponent(MARKUP)}`,
      '/staff',
      '/unconfirmed',
      '/to-tell',
      '/account',
    ],
  ]
  const forms: [string, Record<string, string>][] = [
    ['/weigh-in', { who: MARKUP, quantity: MARKUP, crop: MARKUP, place: MARKUP, day: MARKUP, unit: MARKUP }],
    [
      '/weigh-in',
      { who: party, quantity: '3', unit: MARKUP, crop: 'maize_grain', to: 'cooperative', day: 'today' },
    ],
    ['/new-member', { name: MARKUP, phone: MARKUP, number: MARKUP }],
    ['/new-record/harvest', { producer: MARKUP, quantity: MARKUP, note: MARKUP }],
    [`/records/${id}/correction`, { note: `${MARKUP}!`, quantity: '6 kg' }],
    [`/records/${id}/retraction`, { reason: 'duplicate', occurred_at: 'today', note: MARKUP }],
    [`/receipt/${id}/printed`, { paper: MARKUP }],
    ['/staff', { act: 'add', id: uuidv7(), name: MARKUP, role: 'clerk' }],
    ['/account', { act: 'password', old: MARKUP, password: MARKUP, again: MARKUP }],
  ]
  const answers = [
    ...(await Promise.all(pages.map(async (path) => [path, await manager.get(path)] as const))),
    ...(await Promise.all(
      forms.map(
        async ([path, fields]) => [path, await manager.post(path, { form_token, ...fields })] as const,
      ),
    )),
  ]
  let shown = 0
  for (const [path, { status, text }] of answers) {
    expect([200, 303, 422], path).toContain(status)
    expect(text, path).not.toMatch(/<img|<script>|<\/textarea>|<b>/)
    if (text.includes('&lt;img src=x')) shown++
  }
  expect(shown).toBeGreaterThan(10)
})
