import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import {
  type Document,
  isBuilt,
  type Program,
  program,
  serving,
  temporaryFolder,
} from '../../support/command.ts'
import { Visitor } from '../../support/office.ts'

/** The made-up cooperative: what its season has, and that the program shows how to look at it. */

const purpose = 'purpose=cooperative_management'

/** Starts the demo and waits until it is served. */
async function demo(...args: string[]) {
  const today = dayOf(Date.now())
  const run = program(['demo', '--json', ...args])
  await run.says(/^\}$/m)
  const told = JSON.parse(run.stdout())
  return { run, told, url: new URL(told.office.url).origin, today }
}

/** Days since 1970 in Kampala, as the season counts them. */
const dayOf = (ms: number): number => Math.floor((ms + 3 * 3_600_000) / 86_400_000)

/** Ctrl-C. @returns the exit code */
function stopped({ child, ended }: Program): Promise<number | string> {
  child.kill('SIGINT')
  return ended
}

describe.skipIf(!isBuilt)('granary demo', () => {
  const data = join(temporaryFolder(), 'a new', 'folder')
  let run: Program
  let told: Document
  let url: string
  let today: number
  const ask = async (path: string, token = told.cooperative.token) => {
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    const text = await reply.text()
    expect(reply.status, text).toBe(200)
    return text
  }
  const list = async (more: string): Promise<Document[]> =>
    JSON.parse(await ask(`/v1/records?${purpose}&limit=500&standing=any${more}`)).records

  beforeAll(async () => {
    const started = await demo('--data', data)
    ;({ run, told, url, today } = started)
  })

  test('the sign-in that it shows opens Today, which has something to do', async () => {
    const visitor = new Visitor(url)
    const { name, password } = told.office
    expect((await visitor.post('/sign-in', { name, password })).location).toBe('/today')
    const { text } = await visitor.get('/today')
    expect(text).toContain('Example Hills Coffee Growers')
    // Not where a day has begun in Kampala meanwhile.
    if (dayOf(Date.now()) === today) expect(text).toMatch(/Delivered to the cooperative today[\s\S]*?>5</)
    expect(text).toContain('Amos Kule asked what is held about them')
    expect(text).toContain('has conflicting corrections')
    expect(text).toContain('The consent of Jane Masika')
    expect(text).toContain('1 lender request is waiting')
    expect(text).not.toContain('The first day')
    expect((await visitor.get('/payments')).text).toContain('not yet signed for: the cooperative’s word')
  })

  test('it has records of every type, in every standing, and predictions', async () => {
    const seen = (await Promise.all(RECORD_TYPES.map((type) => list(`&type=${type}`)))).flat()
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(RECORD_TYPES))
    expect(seen.length).toBeGreaterThanOrEqual(250)
    const standings = new Set(seen.map(({ derived }) => derived.standing))
    expect(standings).toEqual(new Set(['tip', 'superseded', 'forked', 'retracted']))
    const access = await fetch(`${url}/v1/subject-access-requests`, {
      ...{ method: 'POST', body: '{}' },
      headers: { authorization: `Bearer ${told.cooperative.token}`, 'content-type': 'application/json' },
    })
    expect(await access.text()).toContain('expected_next_season')
    const classes = new Set(seen.flatMap(({ derived }) => derived.flags))
    for (const flag of [
      'input_overdrawn',
      'mass_balance_discrepancy',
      'confirmed_on_paper',
      'delegated_authority',
    ])
      expect(classes).toContain(flag)
    // What happened in the season was recorded when it happened.
    expect(classes).not.toContain('received_late')
  })

  test('the lender’s token opens its view, and so does the command that is shown', async () => {
    const { token, command } = told.lender
    expect(command).toContain(`GRANARY_TOKEN=${token} granary lender-view`)
    const subject = /--subject (\S+)/.exec(command)?.[1]
    const view = await ask(`/v1/lender-view?purpose=credit_assessment&subject=${subject}`, token)
    expect(view).toContain('Moses Kule')
    expect(view).toMatch(/overdue|day has passed/i)
    const grantors = await ask('/v1/lender-view?purpose=credit_assessment', token)
    expect(grantors).toContain('Grace Biira')
    // This one's consent has expired.
    expect(grantors).not.toContain('Erisa Masereka')
  })

  test('a second start with the same folder is refused; it stays, without a fault, and can be served', async () => {
    const second = program(['demo', '--data', data])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain(`granary serve --data '${data}'`)
    expect(await stopped(run)).toBe(0)
    expect(run.stderr()).toContain(`granary serve --data '${data}'`)
    const verified = program(['verify', '--data', data, '--json'])
    expect(await verified.ended, verified.stdout()).toBe(0)
    const service = await serving(data)
    const visitor = new Visitor(service.url)
    const { name, password } = told.office
    expect((await visitor.post('/sign-in', { name, password })).location).toBe('/today')
    expect((await visitor.get('/machine')).text).toContain('Africa/Kampala')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})

describe.skipIf(!isBuilt)('the folder of granary demo', () => {
  test('is a temporary one without --data, and goes at the end', async () => {
    const { run, told } = await demo()
    expect(existsSync(join(told.folder, 'granary.db'))).toBe(true)
    expect(await stopped(run)).toBe(0)
    expect(existsSync(told.folder)).toBe(false)
  })

  test('is not written to if there is anything in it, or if it is a file', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.hidden'), 'mine')
    const full = program(['demo', '--data', folder])
    expect(await full.ended).toBe(1)
    expect(full.stderr()).toContain(`${folder} is not empty`)
    expect(readdirSync(folder)).toEqual(['.hidden'])
    const file = program(['demo', '--data', join(folder, '.hidden')])
    expect(await file.ended).toBe(1)
    expect(file.stderr()).toContain('cannot be used as a folder')
  })

  test('goes if the season is interrupted', async () => {
    const folder = join(temporaryFolder(), 'x')
    mkdirSync(folder)
    const run = program(['demo', '--data', folder])
    await run.soon(() => expect(existsSync(join(folder, 'granary.sock'))).toBe(true), 5)
    expect(await stopped(run)).toBe(1)
    expect(run.stderr()).toContain('Interrupted.')
    expect(existsSync(join(folder, 'granary.db'))).toBe(false)
  })
})
