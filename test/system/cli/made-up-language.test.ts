import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { started, withSettings } from '../../support/child-programs.ts'
import { founded, served, temporaryFolder } from '../../support/command.ts'
import { MADE_UP, programWithMadeUp, wordsOutside } from '../../support/made-up.ts'

/** Tokens, one-time codes, addresses, and codes of more than one word. */
const CODES =
  /\b(gry\w*_|https?:)\S+|\b\w{4}-\w{4}-\w{4}\b|\b[a-z]+(_[a-z]+)+\b|^granary: |\b[A-Z0-9]{4} [A-Z0-9]{4}\b/gm
/** What people wrote, codes that people type, and the user who runs the test. */
const DATA =
  /^(Kahawa|Cooperative|Nakato|Okello|Sacco|Mbeu|Nobody|kg|tip|done|disclosed|crop|root|party|reader|person|cooperative|institution|harvest|delivery|assert|insurance|clerk|manager)$/

test('a language is a file: every command prints it', async () => {
  const { data, did, party, cooperative } = await founded()
  await party('person', 'Nakato', '71')
  await party('person', 'Nakato', '72')
  await party('institution', 'Sacco', 'S1')
  const { token } = await did('credential', 'issue', '--party', 'S1', '--kind', 'reader')
  const deliver = 'record add delivery --from 71 --to cooperative --crop maize_grain --date today'
  const { id: delivery } = await did(deliver, '--quantity', '90 kg')
  const asked = uuidv7()
  const service = await served(data)
  const terms = { record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z', reason: 'Mbeu' }
  await fetch(`${service.url}/v1/access-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: asked, about: { member_no: '71' }, purpose: 'credit_assessment', ...terms }),
  })
  await service.stop()
  const program = await programWithMadeUp('test/support/cli/one-by-one.ts')
  const env = withSettings({ GRANARY_MIN_FREE_BYTES: '0', GRANARY_LANGUAGE: MADE_UP })
  const found: Record<string, string[]> = {}
  let inLanguage = 0
  const child = spawn(process.execPath, [program], { env })
  started(child)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async (...words: string[]): Promise<string> => {
    const args = words.flatMap((one, i) => (i === 0 || one.startsWith('--') ? one.split(' ') : one))
    child.stdin.write(`${JSON.stringify([...args, '--data', data])}\n`)
    const { value } = await answers.next()
    const { out, err } = JSON.parse(String(value)) as { out: string; err: string }
    if (`${out}${err}`.includes('⟦')) inLanguage++
    const outside = wordsOutside(`${out}${err}`.replaceAll(CODES, ' ')).filter((word) => !DATA.test(word))
    if (outside.length > 0) found[words.join(' ')] = outside
    return out
  }
  const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ''
  const consent = 'grant record --subject 71 --grantee S1 --purpose credit_assessment --types delivery'
  const grant = idIn(await said(consent, '--expires 2099-06-30 --channel in_person'))
  const objection = idIn(await said('objection lodge --subject 71 --purposes insurance --channel in_person'))
  const answer = idIn(await said('subject-access open --party 71'))
  const mandate = idIn(
    await said(
      'delegation record --principal 71 --delegate cooperative --types harvest --acts assert',
      '--from 2026-01-01 --until 2099-01-01 --basis in_person_signature',
    ),
  )
  await said('device enrol --party 71')
  const credential = idIn(await said('credential issue --party S1'))
  const out = temporaryFolder()
  for (const words of [
    'party list Nobody',
    'party others',
    'party alike',
    'party list',
    'party add --kind person --name Musa',
    'party add --kind person --name Musa --member-no 71',
    'party different 71 72',
    'party merge 71 72 --yes',
    'credential list',
    `credential revoke ${credential}`,
    'credential revoke x',
    'device list',
    'device revoke x',
    'lender invite S1',
    'staff add Okello --role manager',
    'staff list',
    'staff role Okello clerk',
    'staff reset Okello',
    'staff end Okello',
    'grant list --subject 71',
    `grant revoke ${grant}`,
    'delegation list --party 71',
    `delegation revoke ${mandate}`,
    'objection list --subject 71',
    `objection withdraw ${objection} --channel in_person`,
    'access-request list',
    `access-request show ${asked}`,
    `access-request match ${asked} --party 71`,
    `access-request refuse ${asked} --channel in_person`,
    'subject-access list',
    `subject-access answer ${answer}`,
    'audit',
    'notifications list',
    'notifications told 7',
    'member statement 71',
    'record list delivery',
    'record list lot',
    `record show ${delivery}`,
    `receipt ${delivery}`,
    `record correct ${delivery} --quantity 91kg`,
    'record add delivery --from 71',
    'record point save Mbeu --crop maize_grain --unit kg',
    'record point list',
    'record point remove Mbeu',
    'today',
    'report --from 2026-01-01 --to 2099-01-01 --by member',
    `export --out ${join(out, 'export')}`,
    `lot pack ${cooperative} --out ${join(out, 'pack')}`,
  ])
    await said(words)
  child.stdin.end()
  await once(child, 'exit')
  expect(found).toEqual({})
  expect(inLanguage).toBeGreaterThan(40)
})
