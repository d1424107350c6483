import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { uuidv7 } from 'uuidv7'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cli, founded, isBuilt, json, program, serving, temporaryFolder } from '../../support/command.ts'
import { soon } from '../../support/soon.ts'

/** Programs of their own, as in a cooperative's office: one that serves, and commands beside it. */

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const harvest = (producer: string) => ({
  id: uuidv7(),
  type: 'harvest',
  occurred_at: new Date().toISOString(),
  lawful_basis: 'contract_performance',
  producer,
  crop: 'maize_grain',
  quantity: { value: 12, unit: 'kg' },
})

const post = (url: string, token: string, body: object) =>
  request(`${url}/v1/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const status = async (url: string, token: string) => {
  const answer = await request(`${url}/v1/grants?role=subject`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.body.dump()
  return answer.statusCode
}

describe.skipIf(!isBuilt)('two programs on one folder (when dist is built)', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('a first start makes the folder; the socket is for its owner alone', async () => {
    const data = join(temporaryFolder(), 'new')
    const service = await serving(data)
    const token = /Credential +(gry_\S+)/.exec(service.stderr())?.[1] ?? ''
    expect(await status(service.url, token)).toBe(200)
    expect(statSync(join(data, 'granary.sock')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    service.child.kill('SIGINT')
    expect(await service.ended).toBe(0)
    expect(existsSync(join(data, 'granary.sock'))).toBe(false)
  })

  test('there is one writer: a second service is turned away, commands go through the first', async () => {
    const { data, token } = await founded()
    const service = await serving(data)
    const second = program(['serve', '--data', data, '--listen', '127.0.0.1:0'])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain('Another Granary is already using this data folder.')
    const other = program(['party', 'add', '--kind', 'person', '--name', 'Okello', '--data', data, '--json'])
    expect(await other.ended).toBe(0)
    const { party } = JSON.parse(other.stdout())
    expect((await json('party', 'list', '--data', data)).parties).toHaveLength(2)
    const reader = await json('credential', 'issue', '--party', party, '--data', data)
    expect(await status(service.url, reader.token)).toBe(200)
    expect((await cli('credential', 'revoke', reader.credential_id, '--data', data)).code).toBe(0)
    expect(await status(service.url, reader.token)).toBe(401)
    expect(await status(service.url, token)).toBe(200)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('a spreadsheet comes in while the service answers', async () => {
    const { data, token, cooperative } = await founded()
    const service = await serving(data)
    const examples = new URL('../../../packaging/examples/', import.meta.url).pathname
    await cli('party add --kind person --member-no 17 --name', 'Sarah Akello', '--data', data)
    const importing = program([
      ...[
        'import',
        join(examples, 'delivery-ledger.csv'),
        '--map',
        join(examples, 'delivery-ledger.map.json'),
      ],
      ...['--rejects', join(temporaryFolder(), 'rejects.csv'), '--data', data, '--json'],
    ])
    const writes: number[] = []
    for (let ended = false; !ended; ) {
      ended = await Promise.race([
        importing.ended.then(() => true),
        post(service.url, token, harvest(cooperative)).then(async (answer) => {
          await answer.body.dump()
          writes.push(answer.statusCode)
          return false
        }),
      ])
    }
    expect(await importing.ended).toBe(3)
    expect(JSON.parse(importing.stdout())).toBeTypeOf('object')
    expect(new Set(writes)).toEqual(new Set([201]))
    service.child.kill('SIGTERM')
    await service.ended
  })

  test('an import that is killed in the middle is given again, and ends as if nothing had happened', async () => {
    const { data, token } = await founded()
    const service = await serving(data)
    const files = temporaryFolder()
    const examples = new URL('../../../packaging/examples/', import.meta.url).pathname
    const count = 1500
    const rows = Array.from(
      { length: count },
      (_, i) => `${i},03/03/2026,${i % 100},Member ${i % 100},Maize,${i + 1},kg,,Odongo`,
    )
    const header = 'Receipt,Date,Member No,Name,Produce,Quantity,Unit,Grade,Clerk'
    writeFileSync(join(files, 'long.csv'), [header, ...rows].join('\n'))
    const map = join(examples, 'delivery-ledger.map.json')
    const order = ['import', join(files, 'long.csv'), '--map', map, '--data', data]
    const killed = program(order)
    await soon(async () => {
      const answer = await request(
        `${service.url}/v1/records?purpose=cooperative_management&type=delivery&limit=1`,
        {
          headers: { authorization: `Bearer ${token}` },
        },
      )
      const { records } = (await answer.body.json()) as { records: object[] }
      expect(records).toHaveLength(1)
    })
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    const dry = await json(...order, '--dry-run')
    expect(dry.rows).toMatchObject({ changed: 0, at_fault: 0 })
    expect(dry.rows.already_imported).toBeGreaterThan(0)
    const again = await json(...order)
    expect(again).toMatchObject({ code: 0, rows: dry.rows })
    expect(again.rows.new + again.rows.already_imported).toBe(count)
    expect((await json(...order)).rows).toMatchObject({ new: 0, already_imported: count })
    service.child.kill('SIGTERM')
    await service.ended
  })

  test.each([
    ['SIGTERM', 0],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('%s while it writes loses nothing acknowledged, and it starts again', async (signal, how) => {
    const { data, token, cooperative } = await founded()
    const service = await serving(data)
    const acknowledged: string[] = []
    const client = async () => {
      for (;;) {
        const record = harvest(cooperative)
        const answer = await post(service.url, token, record).catch(() => null)
        const text = await answer?.body.text().catch(() => null)
        if (answer?.statusCode !== 201) return
        if (typeof text === 'string') acknowledged.push(record.id)
        if (acknowledged.length === 60) service.child.kill(signal)
      }
    }
    await Promise.all(Array.from({ length: 8 }, client))
    expect(await service.ended).toBe(how)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    expect(existsSync(join(data, 'granary.sock'))).toBe(signal === 'SIGKILL')
    const again = await serving(data)
    expect((await cli('status', '--data', data)).code).toBe(0)
    for (const id of acknowledged) {
      const answer = await request(`${again.url}/v1/records/${id}?purpose=cooperative_management`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.body.dump()
      expect(answer.statusCode, id).toBe(200)
    }
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test('after a kill, a command works on the folder although the socket still lies there', async () => {
    const { data } = await founded()
    const service = await serving(data)
    service.child.kill('SIGKILL')
    await service.ended
    expect(existsSync(join(data, 'granary.sock'))).toBe(true)
    expect((await cli('status', '--data', data)).out).toContain('Kahawa Cooperative')
  })

  test('a signal that comes twice, as from "npm start", still ends it in order', async () => {
    const { data } = await founded()
    const service = await serving(data)
    service.child.kill('SIGINT')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(existsSync(join(data, 'granary.db-wal'))).toBe(false)
  })

  test('a lender reads the view, by the command and by Basic authentication', async () => {
    const { data } = await founded()
    const add = (...args: string[]) => json('party', 'add', ...args, '--data', data)
    const { party } = await add('--kind', 'person', '--name', 'Grace Nakato', '--member-no', '17')
    await add('--kind', 'institution', '--name', 'Harvest Bank', '--member-no', 'BANK')
    const service = await serving(data)
    const { token } = await json('credential', 'issue', '--party', 'BANK', '--kind', 'reader', '--data', data)
    const granted = await cli(
      'grant record --subject 17 --grantee BANK --purpose credit_assessment',
      '--types party,delivery --expires 2099-06-30 --channel in_person --data',
      data,
    )
    expect(granted.code).toBe(0)
    const address = `${service.url}/v1/lender-view?purpose=credit_assessment&subject=${party}`
    const basic = (password: string) =>
      request(address, {
        headers: { authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}` },
      })
    const answer = await basic(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await answer.body.text()).toContain('Grace Nakato')
    const refused = await basic('gry_wrong')
    expect(refused.statusCode).toBe(401)
    expect(String(refused.headers['www-authenticate'])).toContain('Basic')
    await refused.body.dump()
    const view = ['lender-view', '--subject', party, '--purpose', 'credit_assessment', '--url', service.url]
    vi.stubEnv('GRANARY_TOKEN', token)
    const command = await cli(...view)
    expect([command.code, command.out]).toEqual([0, expect.stringContaining('LENDER VIEW')])
    expect(JSON.parse((await cli(...view, '--json')).out).text).toContain('Grace Nakato')
    expect((await cli(...view.with(2, '017'))).out).toBe(command.out)
    const ofWhom = await cli(...view.with(2, '71'))
    expect(ofWhom.code).toBe(2)
    expect(ofWhom.err).toMatch(
      /^granary: "71" is not the id of a party, nor the member number of just one that you may see\.\nGive the same command without --subject/,
    )
    const list = ['lender-view', '--purpose', 'credit_assessment', '--url', service.url]
    const whom = await cli(...list)
    expect(whom.out).toContain('WHO HAS OPENED RECORDS TO THE READER')
    expect(whom.out).toMatch(new RegExp(`--subject:\\n.*\\n(.*\\n)?Grace Nakato +${party}`))
    const whomAsJson = await cli(...list, '--json')
    expect(JSON.parse(whomAsJson.out).subjects).toEqual([
      { id: party, name: 'Grace Nakato', member_no: '17' },
    ])
    vi.stubEnv('GRANARY_LANGUAGE', 'sw')
    const inFrench = await cli(...list, '--language', 'fr')
    expect(inFrench.out).toContain('QUI A OUVERT DES FICHES AU LECTEUR')
    expect(inFrench.out).toMatch(/^Partie +Identifiant$/m)
    expect((await cli(...list)).out).toContain('WALIOMFUNGULIA MSOMAJI REKODI')
    vi.stubEnv('GRANARY_LANGUAGE', '')
    const inNone = await cli(...list, '--language', 'xx')
    expect(inNone.code).toBe(2)
    expect(inNone.err).toMatch(/^granary: There is no language "xx"\.\nGive one of these: en/)
    vi.unstubAllEnvs()
    expect((await cli(...view)).code).toBe(2)
    service.child.kill('SIGTERM')
    await service.ended
    vi.stubEnv('GRANARY_TOKEN', token)
    const late = await cli(...view)
    expect(late.code).toBe(1)
    expect(late.err).toMatch(/^granary: Nothing answers at \S+\.\nCheck the address/)
  })

  test.skipIf(!hasOpenssl)('TLS is answered with the certificate given (when openssl is there)', async () => {
    const folder = temporaryFolder()
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const made = spawnSync('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ])
    expect(made.status).toBe(0)
    const { data, token } = await founded()
    const service = await serving(data, ['--tls-cert', cert, '--tls-key', key])
    expect(service.url).toMatch(/^https:/)
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
    const answer = await request(`${service.url}/v1/health`, { dispatcher })
    expect(answer.statusCode).toBe(200)
    await answer.body.dump()
    await dispatcher.close()
    const view = ['lender-view', '--purpose', 'credit_assessment', '--url', service.url]
    const trusting = program(view, { GRANARY_TOKEN: token, NODE_EXTRA_CA_CERTS: cert })
    expect(await trusting.ended).toBe(0)
    const doubting = program(view, { GRANARY_TOKEN: token })
    expect(await doubting.ended).toBe(1)
    expect(doubting.stderr()).toContain('NODE_EXTRA_CA_CERTS')
    service.child.kill('SIGTERM')
    await service.ended
    writeFileSync(key, 'no key')
    const broken = program(['serve', '--data', data, '--tls-cert', cert, '--tls-key', key])
    expect(await broken.ended).toBe(1)
    expect(broken.stderr()).toMatch(/not a matching certificate and key.*\n.*PEM form/)
  })
})
