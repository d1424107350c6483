import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { OFFICE_ROUTES, type OfficeRoute } from '../../../src/office/addresses.ts'
import { makeProgram } from '../../../src/program.ts'
import { COUNTER_TYPES } from '../../../src/records/entry/fields.ts'

/** Nothing that the command does for the office is missing from the page, but for what docs/operating.md lists, with the reason. */

/** Where each command is done on the page. */
const ON_PAGE: Readonly<Record<string, OfficeRoute>> = {
  'party add': 'POST /new-member',
  'party list': 'GET /members',
  'party alike': 'GET /members/alike',
  'party different': 'POST /members/alike',
  'party merge': 'POST /members/alike',
  'party edit': 'GET /members/:id/correction',
  'member statement': 'GET /members/:id/statement',
  ...Object.fromEntries(
    COUNTER_TYPES.map((type) => [`record add ${type}`, 'POST /new-record/:type' as const]),
  ),
  'record add lot': 'POST /new-lot',
  'record add plot': 'POST /members/:id/new-plot',
  'record add delivery': 'POST /weigh-in',
  'record correct': 'POST /records/:id/correction',
  'record retract': 'POST /records/:id/retraction',
  'record confirm': 'POST /records/:id/confirmation',
  'record list': 'GET /records',
  'record show': 'GET /records/:id',
  receipt: 'GET /receipt/:id',
  today: 'GET /today',
  report: 'GET /reports',
  'credential issue': 'POST /readers/:id',
  'credential list': 'GET /readers',
  'credential revoke': 'POST /readers/:id',
  'feed send': 'POST /readers/:id',
  'feed list': 'GET /readers/:id',
  'feed end': 'POST /readers/:id',
  'device enrol': 'POST /devices',
  'device list': 'GET /devices',
  'device name': 'POST /devices',
  'device revoke': 'POST /devices',
  'staff add': 'POST /staff',
  'staff list': 'GET /staff',
  'staff role': 'POST /staff',
  'staff reset': 'POST /staff',
  'staff end': 'POST /staff',
  appearance: 'POST /cooperative/appearance',
  'grant record': 'POST /consent/:id/grant',
  'grant revoke': 'POST /consent/:id/ending',
  'grant list': 'GET /consent/:id',
  'grant receipt': 'GET /consent/:id/receipt/:grant',
  'delegation record': 'POST /consent/:id/mandate',
  'delegation revoke': 'POST /consent/:id/ending',
  'delegation list': 'GET /consent/:id',
  'objection lodge': 'POST /consent/:id/objection',
  'objection withdraw': 'POST /consent/:id/ending',
  'objection list': 'GET /consent/:id',
  'access-request list': 'GET /requests',
  'access-request show': 'GET /requests/:id',
  'access-request match': 'POST /requests/:id',
  'access-request grant': 'POST /requests/:id',
  'access-request refuse': 'POST /requests/:id',
  'subject-access open': 'POST /consent/:id/access',
  'subject-access list': 'GET /consent',
  'subject-access answer': 'POST /access/:id',
  audit: 'GET /audit',
  'notifications list': 'GET /to-tell',
  'notifications told': 'POST /to-tell',
  import: 'POST /import/:id',
  'payment open': 'POST /payments/lists',
  'payment read': 'POST /payments/files/:id',
  'lot pack': 'POST /lots/:id/pack',
  'backup create': 'POST /machine',
  'backup key': 'POST /machine/backups',
  'backup verify': 'POST /machine',
  'message list': 'GET /machine/messages',
  'message pause': 'POST /machine/messages',
  'message resume': 'POST /machine/messages',
  'lender invite': 'POST /readers/:id',
  status: 'GET /machine',
  'tls status': 'GET /machine',
  doctor: 'POST /machine',
  verify: 'POST /machine',
  'support-bundle': 'GET /machine/support',
}

/** Flags that the page has a field, a button or a way of its own for; those of all commands (`--data`, `--json`) aside. */
const FLAGS_ON_PAGE: Readonly<Record<string, readonly string[]>> = {
  'party add': ['kind', 'name', 'phone', 'member-no', 'language'],
  'party merge': ['yes'],
  'member statement': ['out', 'language'],
  'subject-access answer': ['language'],
  receipt: ['paper', 'qr', 'language', 'voucher'],
  today: ['csv'],
  report: ['from', 'to', 'by', 'party', 'csv'],
  'record retract': ['reason', 'date', 'note'],
  'record confirm': ['channel', 'signed-by', 'date', 'evidence', 'note'],
  'record list': ['party', 'since', 'until', 'standing'],
  'credential issue': ['party', 'kind', 'expires'],
  'device enrol': ['party', 'used-by', 'name', 'ttl', 'since', 'qr', 'field'],
  'device name': ['name', 'used-by'],
  'staff add': ['role'],
  'grant record': [
    ...['subject', 'grantee', 'purpose', 'types', 'expires', 'from', 'channel', 'evidence'],
    ...['happened-from', 'happened-to', 'keep-until', 'replaces'],
  ],
  'access-request list': ['all'],
  'access-request match': ['party', 'nobody'],
  'access-request grant': [
    ...['types', 'expires', 'happened-from', 'happened-to', 'keep-until', 'channel', 'evidence'],
  ],
  'access-request refuse': ['channel', 'evidence'],
  'grant list': ['subject'],
  'grant receipt': ['language'],
  'delegation record': ['principal', 'delegate', 'types', 'acts', 'from', 'until', 'basis'],
  'delegation list': ['party'],
  'objection lodge': ['subject', 'purposes', 'types', 'channel'],
  'objection withdraw': ['channel'],
  'objection list': ['subject'],
  'subject-access open': ['party'],
  audit: ['party', 'staff', 'record', 'about', 'refused', 'since', 'until', 'limit'],
  import: ['map', 'propose', 'dry-run', 'correct', 'accept-matches', 'rejects'],
  'payment open': ['out', 'currency', 'crop', 'since', 'until', 'purpose'],
  'payment read': ['list', 'map', 'dry-run', 'rejects'],
  'lender invite': ['expires'],
  appearance: ['colour', 'mark'],
  'lot pack': ['out', 'with-prices'],
  // The page takes the token itself.
  'feed send': ['party', 'purpose', 'to', 'token-file', 'fingerprint'],
  'message list': ['party'],
  'support-bundle': ['out'],
}
/** Their fields are those of the form, which both make of `FIELDS`. */
const FIELD_BY_FIELD = ['party edit', 'record correct', 'record add']
const NOT_A_FIELD = ['conversion', 'for', 'delegation', 'point']

const DOCS = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const [, section = ''] = /What stays with the command, and why:\n\n([\s\S]*?)\n\n(?!\|)/.exec(DOCS) ?? []
const listed = new Set(
  [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`([^`]+)`/g)].map(([, text]) => text as string),
  ),
)

const leaves = (command: Command, path = ''): [string, Command][] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((one) => leaves(one, `${path} ${one.name()}`.trim()))
const LEAVES = leaves(makeProgram()).filter(([path]) => !['help', 'man'].includes(path))

/** Whether the docs list the command, or the group that it is in. */
const isListed = (path: string): boolean =>
  path.split(' ').some((_, i, words) => listed.has(words.slice(0, i + 1).join(' ')))

test.each(LEAVES)('%s: on the page, or listed with the reason', (path, command) => {
  const route = ON_PAGE[path]
  if (route === undefined) return expect([...listed], path).toSatisfy(() => isListed(path))
  expect(Object.keys(OFFICE_ROUTES)).toContain(route)
  const byField = FIELD_BY_FIELD.some((one) => path.startsWith(one))
  const known = FLAGS_ON_PAGE[path] ?? []
  const missing = command.options
    .filter(({ hidden, long }) => !hidden && long !== '--data' && long !== '--json')
    .map(({ long }) => long?.slice(2) ?? '')
    .filter((flag) => (byField ? NOT_A_FIELD.includes(flag) : !known.includes(flag)))
    .filter(
      (flag) =>
        ![path, path.split(' ').slice(0, 2).join(' '), path.split(' ')[0]].some((one) =>
          listed.has(`${one} --${flag}`),
        ),
    )
  expect(missing, path).toEqual([])
})

test('each command and flag that has a place on the page is one', () => {
  const commands = new Map(LEAVES)
  expect(Object.keys(ON_PAGE).filter((path) => !commands.has(path))).toEqual([])
  for (const [path, flags] of Object.entries(FLAGS_ON_PAGE)) {
    const known = commands.get(path)?.options.map(({ long }) => long?.slice(2))
    expect(known, path).toEqual(expect.arrayContaining([...flags]))
  }
})

test('what the docs list is there', () => {
  const known = new Set(
    LEAVES.flatMap(([path]) => path.split(' ').map((_, i, words) => words.slice(0, i + 1).join(' '))),
  )
  for (const one of listed) expect(known, one).toContain(one.replace(/ --[\w-]+.*$/, ''))
})
