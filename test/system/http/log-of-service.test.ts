import { hostname } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { bundled } from '../../support/bundled.ts'
import { withSettings } from '../../support/child-programs.ts'
import { json, temporaryFolder } from '../../support/command.ts'
import { begun } from '../../support/heard.ts'

/** Every line that the service logs, at its most talkative, while people come and go. */

const PERSON = 'Anna Zebulonova'
const MEMBER = 'M-918273'
const PHONE = '+256700918273'
const program = await bundled('src/main.ts')
test('at the level debug each line is JSON of known members, and names nobody', async () => {
  const data = join(temporaryFolder(), 'data')
  const { cooperative, credential } = await json('init', '--name', 'Zebulonova Growers', '--data', data)
  const args = [program.program, 'serve', '--data', data, '--listen', '127.0.0.1:0', '--json']
  const env = withSettings({ GRANARY_LOG_LEVEL: 'debug', GRANARY_MIN_FREE_BYTES: '0' })
  const service = begun(process.execPath, args, { env })
  const [line] = await service.says(/^{"url".*$/m)
  const { url } = JSON.parse(line)
  const party = ['--name', PERSON, '--kind', 'person', '--phone', PHONE, '--member-no', MEMBER]
  const added = await json('party', 'add', ...party, '--data', data)
  expect(added.code).toBe(0)
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { headers, ...init })).status
  const purpose = 'purpose=credit_assessment'
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const statuses = [
    await ask(`/v1/records?${purpose}&subject=${cooperative}`),
    await ask(`/v1/records/${uuidv7()}?${purpose}`),
    await ask(`/v1/lender-view?${purpose}&subject=${cooperative}`),
    await ask(`/v1/${PERSON}`),
    await ask('/v1/records', { headers: { authorization: 'Bearer gry_zebulonova' } }),
    await post('/v1/records', { id: uuidv7(), type: 'party', display_name: PERSON, party: cooperative }),
    await post('/v1/sync/outbox', { records: [{ id: PERSON }] }),
    await ask('/v1/records', { method: 'POST', body: `{"display_name":"${PERSON}"` }),
  ]
  expect(statuses.every((status) => status >= 200 && status < 500)).toBe(true)
  expect(await json('doctor', '--data', data)).toMatchObject({ service: { version: expect.any(String) } })
  service.child.kill('SIGTERM')
  await service.ended

  const lines = service.said.out.split('\n').filter(Boolean)
  const logged = lines.filter((line) => !line.startsWith('{"url"')).map((line) => JSON.parse(line))
  expect(logged.filter(({ msg }) => msg === 'answered').length).toBeGreaterThanOrEqual(statuses.length)
  const members = 'err correlation_id route method status ms level time pid msg reqId'.split(' ')
  for (const line of logged) {
    expect(members).toEqual(expect.arrayContaining(Object.keys(line)))
    const { reqId, correlation_id, ...rest } = line
    const said = JSON.stringify(rest)
    expect(said).not.toMatch(/zebulonova|918273|gry_|credit_assessment|bearer/i)
    expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    if (hostname() !== 'localhost') expect(said).not.toContain(`"${hostname()}"`)
  }
  expect(logged.map(({ route }) => route)).toContain('/v1/records/:id')
})
