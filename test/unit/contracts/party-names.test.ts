import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** One function gives names of parties to people (`src/words/party-name.ts`). Nothing else reads a name to show it. */

/** What else reads the member of the record, and why. */
const READ_THE_RECORD: Readonly<Record<string, string>> = {
  'domain/types/party.ts': 'the type itself',
  'domain/party.ts': 'takes the name, with whose word it is',
  'identity/party-tasks.ts': 'writes it',
  'appliance/setup/steps.ts': 'writes it',
  'office/machine/cooperative.tsx': 'writes it',
  'words/arguments.ts': 'the label of the field',
  'words/en.json': 'the label of the field',
  'words/fr.json': 'the label of the field',
  'words/sw.json': 'the label of the field',
  'records/entry/fields.ts': 'the field of the form',
  'appliance/found.ts': 'writes it',
  'appliance/setup/name.ts': 'writes it',
  'clients/demo/seed.ts': 'writes it',
  'clients/field/page/told.ts': 'shows the cooperative’s own records, on a phone',
  'clients/field/rules/drafts.ts': 'writes it, and reads the cooperative’s own records, on a phone',
  'clients/field/rules/members.ts': 'reads the cooperative’s own records, on a phone',
  'clients/importer/guess/first-rows.ts': 'shows the names that a sheet states',
  'clients/importer/guess/columns.ts': 'what a column of names states',
  'clients/importer/parties.ts': 'writes it',
  'clients/importer/survey.ts': 'compares cells of a sheet',
  'clients/importer/held.ts': 'compares a sheet with records',
  'consent/subject-access/record-words.ts': 'tells a record to its subject, with who wrote it',
  'lender/data.ts': 'the shape of the API’s record',
  'lender/fetch.ts': 'hands it on with whose word it is',
}
/** What reads a name out of the facts, and shows none. */
const READ_THE_NAME: Readonly<Record<string, string>> = {
  'consent/grants.ts': 'for programs: the cooperative’s alone, never a party’s own',
  'domain/party.ts': 'for comparing: the cooperative’s alone',
  'identity/party-tasks.ts': 'a statement that two are one repeats it',
  'lender/lexicon.ts': 'the party’s own word again, in quotation marks',
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(tsx?|json)$/.test(name),
)
const having = (pattern: RegExp): string[] =>
  sources.filter((name) => pattern.test(readFileSync(join('src', name), 'utf8'))).sort()

test('only these read the name in a record', () => {
  expect(having(/display_name|displayName/)).toEqual(Object.keys(READ_THE_RECORD).sort())
})
test('only these read a name out of what is known of a party', () => {
  expect(having(/called\??\.name\b|\{ name[^}]*\} = [^\n]*called\b/)).toEqual(
    Object.keys(READ_THE_NAME).sort(),
  )
})
test('the words of a party’s own name are made in one place', () => {
  expect(having(/say\('name\.callsItself'/)).toEqual(['words/party-name.ts'])
})
