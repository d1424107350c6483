import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { remoteTasks } from '../../../src/cli/socket.ts'
import { readConfig } from '../../../src/config/config.ts'
import { canonicalJson } from '../../../src/domain/canonical.ts'
import { type Coop, cli, founded, json, served } from '../../support/command.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TOKEN = /^gry_[A-Za-z0-9_-]{43}$/
const BASIS = ['--basis', 'contract_performance']

/** With the folder to itself it is run by the other files of this room. */
describe('the command, beside the running service,', () => {
  let coop: Coop
  let service: Awaited<ReturnType<typeof served>> | null = null
  let files: string
  let did: Coop['did']
  let said: Coop['said']

  beforeAll(async () => {
    coop = await founded()
    ;({ did, said } = coop)
    files = join(dirname(coop.data), 'files')
    mkdirSync(files)
    service = await served(coop.data)
    for (const [kind, name, number] of [
      ['person', 'Grace Nakato', '17'],
      ['person', 'Okello Tom', '18'],
      ['institution', 'Harvest Bank', 'BANK'],
    ] as const) {
      const added = await did('party', 'add', '--kind', kind, '--name', name, '--member-no', number)
      expect(added).toMatchObject({ code: 0 })
      expect(added.party).toMatch(UUID)
      expect(added.record_id).toMatch(UUID)
    }
  })
  afterAll(() => service?.stop())

  const deliver = (...more: string[]) =>
    did(
      'record add delivery --from 17 --to cooperative --crop maize_grain --quantity',
      '120 kg',
      '--date today',
      ...BASIS,
      ...more,
    )

  test('lists parties by words of their name or their member number', async () => {
    const { parties } = await did('party', 'list', 'nakato')
    expect(parties).toMatchObject([{ name: 'Grace Nakato', member_no: '17', kind: 'person' }])
    expect((await did('party', 'list')).parties).toHaveLength(4)
    expect((await said('party', 'list', 'BANK')).out).toContain('Harvest Bank')
  })

  test.each(['---', '0772123456', 'Various farmers', 'Hajulikani'])(
    'adds no party called %s unasked',
    async (name) => {
      const { code } = await said('party', 'add', '--kind', 'person', '--name', name)
      expect(code).toBe(2)
      expect((await did('party', 'list')).parties).toHaveLength(4)
    },
  )

  test('writes, lists, corrects and retracts a record by flags, and asks nothing', async () => {
    const written = await deliver()
    expect(written).toMatchObject({ code: 0, type: 'delivery', derived: { standing: 'tip', kg: 120 } })
    expect(written.occurred_at_precision).toBe('day')
    const corrected = await did('record', 'correct', written.id, '--quantity', '102 kg')
    expect(corrected).toMatchObject({ code: 0, supersedes: written.id, derived: { kg: 102 } })
    const { records } = await did('record', 'list', 'delivery', '--party', '17')
    expect(records.map((r: { id: string }) => r.id)).toContain(corrected.id)
    const table = (await said('record', 'list', 'delivery')).out
    expect(table).toContain('Grace Nakato > Kahawa Cooperative')
    const tooOld = await said('record', 'retract', written.id, '--reason', 'duplicate')
    expect([tooOld.code, tooOld.err]).toEqual([
      1,
      expect.stringContaining(`its newest version would still count.\n`),
    ])
    expect(tooOld.err).toContain(`granary record retract ${corrected.id}`)
    const retracted = await did('record', 'retract', corrected.id, '--reason', 'duplicate')
    expect(retracted).toMatchObject({ code: 0, type: 'retraction', target_id: corrected.id })
    expect(await did('record', 'retract', corrected.id, '--reason', 'duplicate')).toMatchObject({ code: 1 })
    expect(await did('record', 'correct', corrected.id, '--quantity', '1 kg')).toMatchObject({ code: 1 })
  })

  test('keeps kilograms and their factor where only something else is corrected', async () => {
    const factor = 'debe_maize_grain_level'
    // The strongest factor, as on the page.
    const strongest = await deliver('--quantity', '3 debe')
    expect(strongest.normalized_kg).toBe(54)
    const written = await did('record', 'correct', strongest.id, '--conversion', factor)
    expect(written.normalized_kg).toBeCloseTo(43.2495, 3)
    const graded = await did('record', 'correct', written.id, '--grade', 'A')
    expect(graded).toMatchObject({ normalized_kg: written.normalized_kg, conversion_id: factor, grade: 'A' })
    const more = await did('record', 'correct', graded.id, '--quantity', '4 debe')
    expect(more).toMatchObject({ conversion_id: factor, grade: 'A' })
    expect(more.normalized_kg).toBeCloseTo(57.666, 3)
    const weighed = await did('record', 'correct', more.id, '--quantity', '57 kg', '--grade', '-')
    expect(weighed.derived.kg).toBe(57)
    for (const member of ['normalized_kg', 'conversion_id', 'grade'])
      expect(weighed).not.toHaveProperty(member)
  })

  test('names each flag on a line of its own and in JSON, and what was typed makes no line', async () => {
    const flags = ['record add delivery --crop maize_grain --date today --from', 'x\n  --to is missing: y']
    const refused = await did(...flags, '--for', '4711')
    expect(refused).toMatchObject({ code: 2, error: { message: '5 flags are missing or wrong.' } })
    expect(refused.error.faults).toEqual([
      expect.stringMatching(/^--to is missing: To whom/),
      expect.stringMatching(/^--quantity is missing: How much/),
      expect.stringMatching(/^--from "x/),
      expect.stringMatching(/^--delegation is missing: id of the mandate/),
      expect.stringMatching(/^--for "4711": "4711" is not a known id/),
    ])
    const lines = (await said(...flags, '--for', '4711')).err.trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, 12))).toEqual([
      ...['granary: 5 f', '  --to is mi', '  --quantity', '  --from "x ', '  --delegati', '  --for "471'],
      'Nothing was ',
    ])
  })

  test('writes for another party under its mandate', async () => {
    const mandate = await did(
      'delegation record --principal 18 --delegate cooperative --types harvest --acts assert',
      '--from 2026-01-01 --until 2099-01-01 --basis in_person_signature',
    )
    const harvest = 'record add harvest --producer 18 --crop maize_grain --date today --quantity'
    const { on_behalf_of, delegation_id, producer } = await did(
      ...[harvest, '9 kg', '--for', '18', '--delegation', mandate.id],
    )
    expect([on_behalf_of, delegation_id]).toEqual([producer, mandate.id])
    const { code, error } = await deliver('--delegation', mandate.id)
    expect([code, error.faults]).toEqual([2, [expect.stringMatching(/^--for is missing/)]])
  })

  test('writes, lists, shows, corrects and confirms payments', async () => {
    const { id: sold } = await deliver('--price', '90000 UGX', '--basis', 'special_data_consent')
    const paying = 'record add payment --method cash --purpose produce --date today --payer'
    const paid = await did(
      paying,
      'cooperative',
      '--payee',
      '17',
      '--amount',
      '50,000 UGX',
      '--settles',
      `${sold}:50000`,
    )
    expect(paid).toMatchObject({
      ...{ code: 0, type: 'payment', amount: { amount_minor: 50_000, currency: 'UGX' } },
      ...{ settles: [{ record_id: sold, amount_minor: 50_000 }], lawful_basis: 'special_data_consent' },
      derived: { unallocated_minor: 0, confirmation: null, flags: [] },
    })
    const corrected = await did('record', 'correct', paid.id, '--amount', '60000 UGX', '--reference', 'MP1')
    expect(corrected).toMatchObject({ supersedes: paid.id, settles: paid.settles, reference: 'MP1' })
    expect((await said('record', 'list', 'payment')).out).toMatch(
      /Kahawa Cooperative > Grace Nakato +produce +UGX 60,000 +01/,
    )
    expect((await said('record', 'show', corrected.id)).out).toMatch(
      /\nAmount +UGX 60,000\nNames no debt +UGX 10,000\nConfirmed +no\n/,
    )
    expect((await said('record', 'show', sold)).out).toMatch(
      /\nSigned for +UGX 0\nSigned for on paper +UGX 0\nNot yet signed for +UGX 50,000\nRemaining +UGX 90,000\n/,
    )
    const own = await said('record', 'confirm', corrected.id, '--channel', 'in_person')
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('The other party must confirm it')])
  })

  test('adds up payments by day, member, purpose or method, as text and as CSV', async () => {
    const paying = 'record add payment --method bank --purpose premium --date 3/3/2026 --payer cooperative'
    for (const amount of ['1250.50 KES', '100 KES']) await did(paying, '--payee', '18', '--amount', amount)
    const report = 'report --of payments --from 1/3/2026 --to 31/3/2026'
    const { rows } = await did(report)
    expect(rows).toEqual([
      {
        ...{ way: 'out', key: 'premium', currency: 'KES', payments: 2 },
        ...{ acknowledged_minor: 0, on_paper_minor: 0, claimed_minor: 135_050, forked: 0 },
      },
    ])
    expect((await said(report, '--by', 'method')).out).toMatch(
      /Paid by the cooperative:\n\n.*\n.*\nbank transfer +2 +KES 0\.00 +KES 1,350\.50/,
    )
    const csv = async (by: string) =>
      parse((await said(report, '--csv', '--by', by)).out.replace(/^\uFEFF/, ''))
    expect(await csv('day')).toEqual([
      ['way', 'day', 'currency', 'payments', 'acknowledged', 'on_paper', 'claimed', 'forked', 'known_by'],
      ['out', '2026-03-03', 'KES', '2', '0.00', '0.00', '1350.50', '0', 'day'],
    ])
    const refused = await said(report, '--by', 'crop')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('day, member, purpose, method')])
  })

  test('saves a buying point, uses it, and forgets it', async () => {
    const saved = await did(
      'record point save kasese --to cooperative --crop maize_grain --unit kg',
      '--measurement-method coop_weighed',
    )
    expect(saved).toMatchObject({ code: 0, name: 'kasese', unit: 'kg' })
    expect((await said('record', 'point', 'list')).out).toMatch(
      /kasese +crop Maize, grain; .*to .*; unit kg$/m,
    )
    const delivery = await did('record add delivery --point kasese --quantity 81 --from', 'grace nakato')
    expect(delivery).toMatchObject({
      ...{ code: 0, crop: 'maize_grain', quantity: { unit: 'kg', value: 81 } },
      ...{ measurement_method: 'coop_weighed', lawful_basis: 'contract_performance' },
    })
    const wrong = await said('record point save lira --crop nothing --unit nosuch')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--crop "nothing"')])
    expect(wrong.err).toContain('--unit "nosuch"')
    expect((await did('record', 'point', 'remove', 'kasese')).code).toBe(0)
    const gone = await said('record add delivery --point kasese --from 17 --quantity 81')
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('granary record point list')])
    // What it saved is unknown, so only that is wrong which is wrong anywhere.
    expect(gone.err).toMatch(/^granary: 1 flag is missing or wrong\.\n {2}--point "kasese": /)
  })

  test.each([
    [['record', 'point', 'save', 'x', '--quantity', '5 kg'], 'is not the same every time'],
    [['record', 'point', 'remove', 'x'], 'granary record point list'],
    [['party', 'add', '--kind', 'person', '--name', '  '], 'The name is blank.'],
  ])('refuses %j with its remedy', async (args, words) => {
    const refused = await said(...args)
    expect(refused.code).toBeGreaterThan(0)
    expect(refused.err).toContain(words)
  })

  test('totals of today and of a period, for people and for a spreadsheet', async () => {
    const by = async (...args: string[]) =>
      (await did('report', '--from', '1/1/2026', '--to', 'today', ...args)).rows
    await deliver()
    const { rows } = await did('today')
    expect(rows).toContainEqual(
      expect.objectContaining({
        direction: 'in',
        crop: 'maize_grain',
        crop_name: 'Maize, grain',
        without_kg: 0,
      }),
    )
    expect((await by('--by', 'member')).map(({ name }: { name: string }) => name)).toContain('Grace Nakato')
    const text = (await said('today')).out
    expect(text).toMatch(/^Received by the cooperative:$/m)
    expect(text).toMatch(/^Maize, grain +\d+ +[\d.]+ +[\d.]+ /m)
    const csv = (await said('report', '--from', 'today', '--to', 'today', '--by', 'day', '--csv')).out
    expect(csv).toMatch(/^direction,day,crop,crop_name,deliveries,kg,kg_exact_unit,/)
    expect(csv).toMatch(/^in,\d{4}-\d\d-\d\d,maize_grain,"Maize, grain",\d+,/m)
    expect((await said('report', '--from', '1/1/2020', '--to', '2/1/2020')).out).toContain(
      'No deliveries on 1/1/2020',
    )
    const refused = await said('report', '--from', 'today', '--to', 'yesterday')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Give the first day')])
  })

  test("prints a delivery's receipt once, then a copy; its digest is that of the proof", async () => {
    const { id } = await deliver()
    const receipt = await did('receipt', id)
    expect(receipt).toMatchObject({ code: 0, record: id, is_copy: false, standing: 'tip' })
    const {
      derived: _,
      code: __,
      err: ___,
      ...stored
    } = await did('record', 'correct', id, '--quantity', '70 kg')
    const corrected = await did('receipt', stored.id)
    expect(corrected.digest).toBe(createHash('sha256').update(canonicalJson(stored)).digest('hex'))
    expect(receipt.season.since).toMatch(/^\d{4}-01-01$/)
    expect(receipt.season.rows.every((row: { direction: string }) => row.direction === 'in')).toBe(true)
    expect((await said('record', 'show', receipt.number.toLowerCase().replace(' ', ''))).out).toMatch(
      /^Number +[0-9A-Z]{4} [0-9A-Z]{4}\nRecord +0/,
    )
    const copy = await said('receipt', id, '--paper', '58', '--qr')
    expect(copy.out).toMatch(/\*\*\* COPY \*\*\*/)
    expect(copy.out).toContain('█▀▀▀▀▀█')
    const { entries } = await did('audit', '--record', id)
    expect(entries.map(({ action }: { action: string }) => action)).toContain('receipt')
    const refused = await said('receipt', '019e9a3a-b800-7800-8b5b-6a00999539d2')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('granary record list delivery')])
  })

  test('refuses a member number in use by the name of its owner, and corrects one party', async () => {
    const taken = await said('party', 'add', '--kind', 'person', '--name', 'Another', '--member-no', '17')
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('belongs to Grace Nakato already')])
    await did('party', 'add', '--kind', 'person', '--name', 'Mary Aber', '--member-no', 'm1')
    const edited = await did('party edit', 'mary aber', '--name', 'Mary Abero', '--phone', '+256 772 000 222')
    expect(edited).toMatchObject({
      code: 0,
      display_name: 'Mary Abero',
      phone: '+256772000222',
      member_no: 'm1',
    })
    expect((await said('party', 'list', 'abero')).out).toMatch(/m1 +Mary Abero/)
    const double = await said('party', 'edit', 'm1', '--member-no', '17', '--phone', 'zzz')
    expect([double.code, double.err]).toEqual([2, expect.stringContaining('belongs to Grace Nakato already')])
    // Both faults are named at once.
    expect(double.err).toContain('--phone "zzz"')
    const nobody = await said('party', 'edit', 'nobody', '--name', 'X')
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('granary party list')])
  })

  test('issues, lists and revokes credentials', async () => {
    const issued = await did('credential', 'issue', '--party', 'BANK', '--kind', 'reader')
    expect(issued.token).toMatch(TOKEN)
    const { credentials } = await did('credential', 'list')
    expect(credentials.map((c: { credential_id: string }) => c.credential_id)).toContain(issued.credential_id)
    expect(JSON.stringify(credentials)).not.toContain('gry_')
    expect((await did('credential', 'revoke', issued.credential_id)).revoked_at).toMatch(/Z$/)
    expect(await did('credential', 'revoke', 'nonsense')).toMatchObject({ code: 1 })
  })

  test('lists and adds reference rows, and makes a factor of weighings', async () => {
    expect((await did('registry', 'list', 'units')).rows.length).toBeGreaterThan(10)
    const row = join(files, 'unit.json')
    const calabash = { id: 'calabash', name: 'Calabash', dimension: 'container', source: 'Our own store' }
    writeFileSync(row, JSON.stringify(calabash))
    expect(await did('registry', 'add', 'units', row)).toMatchObject({ code: 0, row: { id: 'calabash' } })
    expect(await did('registry', 'add', 'units', row)).toMatchObject({ code: 1 })
    const gourd = { ...calabash, id: 'gourd', name: 'Gourd' }
    writeFileSync(row, JSON.stringify([gourd, { ...gourd, id: 'no', name: 7 }]))
    const refused = await said('registry', 'add', 'units', row)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('/1/name')])
    writeFileSync(row, JSON.stringify([gourd, { ...gourd, id: 'pot', name: 'Pot' }]))
    expect((await said('registry', 'add', 'units', row)).out).toBe('Added 2 rows to units.\n')
    const csv = join(files, 'weighings.csv')
    writeFileSync(csv, 'weighed_at,value,kg\n2026-03-01,1,17.9\n2026-03-02,1,18.1\n')
    const made = await did('registry weighings', csv, '--unit debe --crop maize_grain --source Store')
    expect(made.row).toMatchObject({ kind: 'measured', factor: 18, weighings_count: 2 })
    expect(made.row).not.toHaveProperty('supersedes')
  })

  test('replaces a measured factor by one from newer weighings', async () => {
    const csv = join(files, 'newer.csv')
    writeFileSync(csv, 'weighed_at,value,kg\n2026-04-01,1,17.0\n2026-04-02,1,17.2\n')
    const weighed = (...more: string[]) =>
      did('registry weighings', csv, '--unit debe --crop beans_dry --source Store', ...more)
    const first = (await weighed()).row
    // The id follows from crop, unit and newest day: without a label it would be the same.
    expect(await weighed('--supersedes', first.id)).toMatchObject({
      code: 1,
      error: { remedy: expect.stringContaining('--label') },
    })
    const second = await weighed('--supersedes', first.id, '--label', 'reweighed')
    expect(second.row).toMatchObject({ supersedes: first.id, factor: 17.1 })
    expect(await weighed('--supersedes', 'not_there', '--label', 'third')).toMatchObject({
      code: 1,
      error: { errors: [{ pointer: '/supersedes' }] },
    })
  })

  test('lists what the registry lacks for a map as rows to fill in', async () => {
    const examples = new URL('../../../packaging/examples/', import.meta.url)
    const spec = JSON.parse(readFileSync(new URL('delivery-ledger.map.json', examples), 'utf8'))
    const map = join(files, 'vanilla.map.json')
    writeFileSync(map, JSON.stringify({ ...spec, crop: { constant: 'moringa_leaf_zz' } }))
    const sheet = new URL('delivery-ledger.csv', examples).pathname
    const refused = await said('import', sheet, '--map', map, '--dry-run')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('granary registry add crops crops.json')
    const [rows] = /^\[[\s\S]*?^\]/m.exec(refused.err) as RegExpExecArray
    expect(JSON.parse(rows)).toEqual([
      { id: 'moringa_leaf_zz', name: '', commodity: '', form: '', source: '' },
    ])
    const filled = JSON.parse(rows.replaceAll('""', '"vanilla"'))
    writeFileSync(join(files, 'crops.json'), JSON.stringify(filled))
    expect((await did('registry', 'add', 'crops', join(files, 'crops.json'))).code).toBe(0)
    expect((await said('import', sheet, '--map', map, '--dry-run')).out).toContain('nothing was written')
  })

  test('imports a spreadsheet, owes the rows at fault, writes nothing twice, and corrects what changed', async () => {
    const examples = new URL('../../../packaging/examples/', import.meta.url)
    const sheet = join(files, 'ledger.csv')
    writeFileSync(sheet, readFileSync(new URL('delivery-ledger.csv', examples)))
    const map = new URL('delivery-ledger.map.json', examples).pathname
    const dry = await said('import', sheet, '--map', map, '--dry-run')
    expect(dry.out).toContain('nothing was written')
    expect(dry.code).toBe(0)
    const first = await cli('import', sheet, '--map', map, '--data', coop.data, '--json')
    expect(first.code).toBe(3)
    expect(first.err).toContain('ledger.rejects.csv')
    const again = await said('import', sheet, '--map', map)
    expect(again.code).toBe(3)
    expect(again.out).toContain(' 0 imported')
    writeFileSync(
      sheet,
      readFileSync(sheet, 'utf8')
        .replace(',64,kg', ',65,kg')
        .replace(/,31\/02.*|.*40-50.*\n/g, ''),
    )
    const order = ['import', sheet, '--map', map, '--data', coop.data]
    const changed = await cli(...order)
    expect(changed.out).toContain('1 changed since (left as they were)')
    expect(changed.out).toContain('Quantity “65” (before: “64 kg”)')
    const corrected = await json(...order, '--correct')
    expect(corrected.rows).toMatchObject({ new: 0, changed: 1 })
    expect(corrected.records.delivery).toMatchObject({ corrected: 1 })
    expect((await json(...order)).rows).toMatchObject({ new: 0, changed: 0 })
    const { secret } = await remoteTasks(join(coop.data, 'granary.sock')).run('import.secret', 'test', {})
    for (const form of [secret, Buffer.from(secret, 'hex').toString('base64')])
      for (const { out, err } of [dry, first, again]) expect(out + err).not.toContain(form)
  })

  test('writes the name of the system user into the audit log for everything it does', async () => {
    await service?.stop()
    service = null
    const kernel = openKernel(readConfig({ data: coop.data }, {}))
    onTestFinished(() => kernel.close())
    const rows = [...kernel.store.audit.after(0, 10_000)]
    const acts = ['init', 'credential', 'credential_revocation', 'delegation', 'registry_row']
    for (const action of acts) {
      const found = rows.filter((row) => row.action === action)
      expect(found.length, action).toBeGreaterThan(0)
      for (const { detail } of found) expect(detail, action).toMatchObject({ operator: userInfo().username })
    }
    for (const row of rows)
      if (row.credential === null) expect(row.detail, row.action).toHaveProperty('operator')
  })
})
