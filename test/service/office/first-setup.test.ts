import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { ownConfig } from '../../../src/config/config.ts'
import type { Role } from '../../../src/domain/staff.ts'
import { temporaryFolder } from '../../support/command.ts'
import { filesBelow } from '../../support/files-below.ts'
import {
  codeOf,
  fieldIn,
  type Office,
  openOffice,
  PASSWORD,
  type Page,
  staffOf,
  sureIn,
  turnFactorOn,
  type Visitor,
} from '../../support/office.ts'

/** What a manager sets up in the browser: where the cooperative is, where backups go, and the key that opens them. */

const IDENTITY = /AGE-SECRET-KEY-1[0-9A-Z]+/

describe('the cooperative', () => {
  let office: Office
  let staff: Record<Role, Visitor>
  beforeAll(async () => {
    office = await openOffice()
    staff = await staffOf(office)
  })
  afterAll(() => office.service.stop())
  afterEach(() => vi.unstubAllEnvs())

  const PATH = '/cooperative'
  const send = async (fields: Record<string, string>, who = staff.manager) =>
    who.post(PATH, { name: 'Kahawa Cooperative', ...fields, form_token: await who.formToken() })
  const fileOf = () => join(office.coop.data, 'granary.env')
  const faultsOf = ({ text }: Page) =>
    [...text.matchAll(/class="fault" id="(\w+)-fault"/g)].map(([, name]) => name)

  test('what cannot be is said at its field, and nothing is written', async () => {
    for (const [fields, fault] of [
      [{ country: 'UG', name: ' ' }, 'name'],
      [{}, 'country'],
      [{ country: 'ZZ' }, 'country'],
      [{ country: 'UG', timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ country: 'CD' }, 'timeZone'],
      [{ country: 'UG', phone: 'many' }, 'phone'],
    ] as const) {
      const page = await send(fields)
      expect([page.status, faultsOf(page)], JSON.stringify(fields)).toEqual([422, [fault]])
    }
    expect(existsSync(fileOf())).toBe(false)
  })

  test('what the environment of the service says wins, and the page says so', async () => {
    vi.stubEnv('GRANARY_COUNTRY', 'KE')
    const { status, text } = await send({ country: 'UG' })
    expect(status).toBe(422)
    expect(text).toContain('GRANARY_COUNTRY is set on the server, and that value has precedence.')
    expect(existsSync(fileOf())).toBe(false)
  })

  test('a settings file that cannot be written: the page names the one command, and nothing holds', async () => {
    mkdirSync(fileOf())
    const { status, text } = await send({ country: 'UG' })
    rmSync(fileOf(), { recursive: true })
    expect(status).toBe(422)
    expect(text).toContain(
      `Type this on the server: granary setup --country UG --time-zone Africa/Kampala --data ${office.coop.data}`,
    )
    expect((await office.did('status')).clock).toBeTypeOf('string')
    expect((await staff.manager.get(PATH)).text).not.toContain('value="UG" selected')
  })

  test('country, time zone and telephone hold at once, and after a restart', async () => {
    const done = await send({ name: 'Kahawa Union', country: 'UG', phone: '0772 123456' })
    // A step of the first day leads to the next one, the first time.
    expect(done.location).toBe('/cooperative/lists?stepped')
    expect((await staff.manager.get(done.location ?? '')).text).toContain('Saved. It applies from now on.')
    expect(readFileSync(fileOf(), 'utf8')).toBe('GRANARY_COUNTRY=UG\nGRANARY_TIME_ZONE=Africa/Kampala\n')
    const { text } = await staff.manager.get('/cooperative')
    for (const there of ['value="UG" selected', 'value="Africa/Kampala"', 'value="+256772123456"'])
      expect(text).toContain(there)
    // A number without a country is one of Uganda now, and clocks are those of Kampala.
    await office.party('person', 'Okello James', '1', '--phone', '0782 000001')
    expect((await staff.clerk.get('/members')).text).toContain('+256782000001')
    expect((await staff.manager.get('/machine')).text).toContain('(Africa/Kampala)')
    const { records } = await office.did('record', 'list', 'party')
    expect(records).toContainEqual(
      expect.objectContaining({ display_name: 'Kahawa Union', kind: 'cooperative', phone: '+256772123456' }),
    )
    expect((await staff.manager.get('/today')).text).toContain(
      'Give the cooperative its name and its country: done',
    )
    const { entries } = await office.did('audit')
    expect(JSON.stringify(entries)).toContain('GRANARY_COUNTRY')
    // The same again writes nothing.
    const before = (await office.did('status')).log_entries
    const again = { name: 'Kahawa Union', country: 'UG', timeZone: 'Africa/Kampala', phone: '+256772123456' }
    expect((await send(again)).location).toBe('/cooperative?done')
    expect((await office.did('status')).log_entries).toBe(before)
    // As the next start reads them, and every command.
    expect(ownConfig({ data: office.coop.data })).toMatchObject({ country: 'UG', timeZone: 'Africa/Kampala' })
  })

  test('a number with its country tells the country', async () => {
    const fresh = await openOffice()
    onTestFinished(() => fresh.service.stop())
    const { manager } = await staffOf(fresh)
    const form_token = await manager.formToken()
    const sent = await manager.post(PATH, {
      name: 'Umwami',
      country: '',
      phone: '+250 788 123 456',
      form_token,
    })
    expect(sent.location).toBe('/cooperative/lists?stepped')
    expect(readFileSync(join(fresh.coop.data, 'granary.env'), 'utf8')).toContain('GRANARY_COUNTRY=RW')
  })
})

describe('backups', () => {
  let office: Office
  let staff: Record<Role, Visitor>
  let place: string
  beforeEach(async () => {
    office = await openOffice()
    staff = await staffOf(office)
    place = join(temporaryFolder(), 'backups')
  })
  afterEach(() => office.service.stop())

  const PATH = '/machine/backups'
  const post = async (fields: Record<string, string>, who = staff.manager) =>
    who.post(PATH, { ...fields, form_token: await who.formToken() })
  /** The folder is on the disk of the data: that is looked at first. */
  const takePlace = async () => {
    const look = await post({ act: 'place', place })
    expect(look.text).toContain('is on the same disk as the data')
    expect((await post({ act: 'place', place: `file:${place}`, sure: sureIn(look) })).location).toBe(
      `${PATH}?done`,
    )
  }
  const idIn = (page: Page) => fieldIn(page, 'id')
  const askKey = async (more: Record<string, string> = {}, who = staff.manager) =>
    post({ act: 'key', id: idIn(await who.get(PATH)), password: PASSWORD, ...more }, who)
  const recipientIn = (page: Page) => fieldIn(page, 'recipient')
  const hasKey = async () => (await office.did('status')).backups.has_key as boolean

  test('a place that cannot be is refused with what to do, and nothing is made there', async () => {
    const { data } = office.coop
    const outside = temporaryFolder()
    const [into, nowhere] = [join(outside, 'into'), join(outside, 'nowhere')]
    symlinkSync(data, into)
    symlinkSync(join(outside, 'gone'), nowhere)
    for (const [text, why] of [
      ['', 'This is required.'],
      ['backups', 'a folder that begins with /'],
      [data, 'inside the data folder'],
      [join(data, 'backups'), 'inside the data folder'],
      [`${outside}/../${outside.split('/').at(-1)}/into`, 'inside the data folder'],
      [`${data}/../${data.split('/').at(-1)}/x`, 'inside the data folder'],
      [join(into, 'backups'), 'inside the data folder'],
      [nowhere, 'does not exist'],
      ['s3://bucket', 'GRANARY_S3_ENDPOINT'],
    ] as const) {
      const { status, text: page } = await post({ act: 'place', place: text })
      expect([status, page.includes(`id="place-fault"`)], text).toEqual([422, true])
      expect(page, text).toContain(why)
    }
    expect(readdirSync(outside).sort()).toEqual(['into', 'nowhere'])
    expect((await office.did('status')).backups.place).toBeNull()
  })

  test('a folder that cannot be made is named, and not taken', async () => {
    writeFileSync(place, 'no folder')
    const look = await post({ act: 'place', place })
    const { status, text } = await post({ act: 'place', place: `file:${place}`, sure: sureIn(look) })
    expect([status, text.includes('cannot be used')]).toEqual([422, true])
    expect((await office.did('status')).backups.place).toBeNull()
  })

  test('place and schedule hold at once; without the look at what is odd nothing is taken', async () => {
    expect((await post({ act: 'place', place, sure: 'x' })).status).toBe(422)
    expect(existsSync(place)).toBe(false)
    await takePlace()
    expect((await post({ act: 'every', every: '6h' })).location).toBe(`${PATH}?done`)
    expect((await post({ act: 'every', every: 'often' })).status).toBe(422)
    expect((await office.did('status')).backups).toMatchObject({ place: `file:${place}`, every: '6h' })
    expect(readFileSync(join(office.coop.data, 'granary.env'), 'utf8')).toBe(
      `GRANARY_BACKUP_STORE=file:${place}\nGRANARY_BACKUP_EVERY=6h\n`,
    )
    expect(statSync(place).mode & 0o777).toBe(0o700)
  })

  test('the key is shown once after the password, and used once it is written down', async () => {
    expect((await askKey()).text).toContain('Choose the place first.')
    await takePlace()
    for (const password of ['', 'wrong password', `${PASSWORD}x`]) {
      const { status, text } = await askKey({ password })
      expect(status).toBe(422)
      expect(text).not.toMatch(IDENTITY)
    }
    const id = idIn(await staff.manager.get(PATH))
    const sheet = await askKey({ id })
    const [identity = ''] = IDENTITY.exec(sheet.text) ?? []
    expect([sheet.status, sheet.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(identity).not.toBe('')
    expect(sheet.text).toContain('<svg')
    expect(await hasKey()).toBe(false)
    // A reload sends the same form again; going back, or another page, shows the form alone.
    for (const page of [
      await askKey({ id }),
      await staff.manager.get(PATH),
      await staff.manager.get('/machine'),
    ])
      expect(page.text).not.toMatch(IDENTITY)
    const recipient = recipientIn(sheet)
    expect((await post({ act: 'written', recipient })).status).toBe(422)
    expect(await hasKey()).toBe(false)
    expect((await post({ act: 'written', recipient, kept: '1' })).location).toBe(`${PATH}?key`)
    expect(await hasKey()).toBe(true)
    // Once is enough; and there is no second first key.
    expect((await post({ act: 'written', recipient, kept: '1' })).status).toBe(422)
    const again = await askKey({ id: crypto.randomUUID().replace(/^(.{14})4/, '$17') })
    expect([again.status, IDENTITY.test(again.text)]).toEqual([422, false])
    // It opens the backups, and is nowhere at the server.
    expect((await office.said('backup', 'create')).code).toBe(0)
    const key = join(temporaryFolder(), 'key.txt')
    writeFileSync(key, `${identity}\n`)
    expect((await office.said('backup', 'verify', '--identity', key)).code).toBe(0)
    expect(JSON.stringify(await office.did('audit'))).not.toContain('AGE-SECRET-KEY')
    const files = filesBelow(office.coop.data)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) expect(readFileSync(path).includes(identity), path).toBe(false)
  })

  test('only the key that this session was shown last can be taken into use', async () => {
    await takePlace()
    const first = recipientIn(await askKey())
    const other = await office.account('Other', 'manager')
    const own = recipientIn(await askKey({}, other))
    expect((await other.get(PATH)).text).not.toMatch(IDENTITY)
    const second = recipientIn(await askKey())
    expect(new Set([first, own, second]).size).toBe(3)
    for (const [recipient, who] of [
      [first, staff.manager],
      [own, staff.manager],
      [second, other],
      ['age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', staff.manager],
      ['', staff.manager],
    ] as const)
      expect((await post({ act: 'written', recipient, kept: '1' }, who)).status).toBe(422)
    expect(await hasKey()).toBe(false)
    expect((await post({ act: 'written', recipient: second, kept: '1' })).status).toBe(303)
    // Whoever comes second is told so.
    expect((await post({ act: 'written', recipient: own, kept: '1' }, other)).status).toBe(422)
  })

  test('whoever has a second factor gives its code too', async () => {
    await takePlace()
    const { key } = await turnFactorOn(staff.manager)
    expect((await staff.manager.get(PATH)).text).toContain('name="code"')
    for (const code of ['', '000000']) {
      const { status, text } = await askKey({ code })
      expect([status, IDENTITY.test(text)]).toEqual([422, false])
    }
    expect((await askKey({ password: 'wrong password', code: codeOf(key, 1) })).text).not.toMatch(IDENTITY)
    // A code with a wrong password was not used up.
    expect((await askKey({ code: codeOf(key, 1) })).text).toMatch(IDENTITY)
  })

  test('what is missing is on Today, where a manager is led to it', async () => {
    const link = 'href="/machine/backups"'
    const { text: today } = await staff.manager.get('/today')
    const line = /<tr>(?:(?!<tr>).)*Backups are not set up yet\.<.*?<\/tr>/s.exec(today)?.[0]
    // One short line with a button: the page it leads to does the rest, without a command.
    expect(line).toContain(link)
    expect(today).not.toContain('granary setup')
    const { text } = await staff.clerk.get('/today')
    expect(text).toMatch(/There are no backups as there should be\.(?:(?!<tr>).)*>tell a manager</s)
    expect(text).not.toContain(link)
    expect((await staff.manager.get('/machine')).text).toContain('Backups are not set up yet.')
  })
})
