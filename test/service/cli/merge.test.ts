import { describe, expect, onTestFinished, test } from 'vitest'
import { calling, type Document, founded, served } from '../../support/command.ts'

/** One person entered twice, as a clerk finds and states it. */

const ids: Record<string, string> = {}

const delivered = (from: string, kg: number) =>
  did(
    'record add delivery --to cooperative --crop maize_grain --date today --from',
    from,
    '--quantity',
    `${kg} kg`,
  )

const coop = await founded()
const { did, said } = coop
for (const [name, number, phone] of [
  ['Grace Nakato', '71', '+256772000111'],
  ['Nakato Grace', '12', '+256772000222'],
  ['Mary Aber', '20', '+256772000333'],
] as const) {
  ids[number] = await coop.party('person', name, number, '--phone', phone)
}
await delivered('71', 100)
await delivered('12', 30)
await delivered('20', 7)
await did(
  'grant record --subject 12 --grantee 20 --purpose credit_assessment',
  '--types party,delivery --expires 2099-06-30 --channel in_person',
)

describe('party merge', () => {
  let statement: string

  test('asks before it writes, and refuses what cannot be meant', async () => {
    expect(await said('party', 'merge', '71', '12')).toMatchObject({ code: 2 })
    const itself = await said('party', 'merge', '71', '71', '--yes')
    expect([itself.code, itself.err]).toEqual([1, expect.stringContaining('are one party already')])
    const cooperative = await said('party', 'merge', '71', 'cooperative', '--yes')
    expect([cooperative.code, cooperative.err]).toEqual([
      1,
      expect.stringContaining('cannot be the duplicate'),
    ])
    const nobody = await said('party', 'merge', '71', '0190a000-0000-7000-8000-000000000000', '--yes')
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('No record describes')])
    expect((await did('party', 'list', 'nakato')).parties).toHaveLength(2)
  })

  test('numbers, names and phones then lead to the entry kept', async () => {
    const merged = await did('party', 'merge', '71', '12', '--yes')
    expect(merged).toMatchObject({ code: 0, kept: ids['71'], duplicate: ids['12'] })
    statement = merged.record_id
    for (const words of ['nakato', '12', '0772000222'])
      expect((await did('party', 'list', words)).parties.map((p: Document) => p.party)).toEqual([ids['71']])
    const whole = await said('party', 'list')
    expect(whole.out).toMatch(/^12 +Nakato Grace .* 71$/m)
    expect(await delivered('12', 5)).toMatchObject({ from_party: ids['71'] })
    const again = await said('party', 'merge', '71', ids['12'] as string, '--yes')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('are one party already')])
  })

  test('both histories are one in the front office; nothing was rewritten', async () => {
    const { records } = await did('record', 'list', 'delivery', '--party', '12')
    expect(records.map((r: Document) => [r.quantity.value, r.from_party])).toEqual([
      [5, ids['71']],
      [30, ids['12']],
      [100, ids['71']],
    ])
    const hers = await did('report', '--from', 'yesterday', '--to', 'today', '--party', 'Nakato Grace')
    expect(hers.rows.map((r: Document) => [r.direction, r.deliveries, r.kg])).toEqual([['in', 3, 135]])
    const report = await did('report', '--from', 'yesterday', '--to', 'today', '--by', 'member')
    const rows = report.rows.map((r: Document) => [r.member_no, r.deliveries, r.kg])
    expect(rows.sort()).toEqual([
      ['20', 1, 7],
      ['71', 3, 135],
    ])
  })

  test('each keeps its own consents; the clerk is told that the other entry is not covered', async () => {
    const { grants } = await did('grant', 'list', '--subject', '71')
    expect(grants.map((g: Document) => g.subject)).toEqual([ids['12']])
    const lodged = await said('objection', 'lodge', '--subject', '71', '--channel', 'in_person')
    expect(lodged.err).toContain(`granary objection lodge ... --subject ${ids['12']}`)
    const other = await said('objection', 'lodge', '--subject', ids['12'] as string, '--channel', 'in_person')
    expect(other.err).not.toContain('entered twice')
    const asked = await said('subject-access', 'open', '--party', '71')
    expect(asked.err).toContain(`granary subject-access open --party ${ids['12']}`)
    const { objections } = await did('objection', 'list', '--subject', '12')
    expect(new Set(objections.map((o: Document) => o.subject))).toEqual(new Set([ids['71'], ids['12']]))
  })

  test('editing the kept entry leaves the statement alone; a ring cannot be made', async () => {
    expect(await did('party', 'edit', '12', '--phone', '+256772000999')).toMatchObject({
      party: ids['71'],
      phone: '+256772000999',
    })
    expect((await did('party', 'merge', '20', '71', '--yes')).kept).toBe(ids['20'])
    const ring = await said('party', 'merge', ids['12'] as string, '20', '--yes')
    expect([ring.code, ring.err]).toEqual([1, expect.stringContaining('are one party already')])
    const { records } = await did('record', 'list', 'delivery', '--party', '20')
    expect(records).toHaveLength(4)
  })

  test('taking the statement back undoes it', async () => {
    const { records } = await did('record', 'list', 'party', '--party', '20')
    const last = records.find((r: Document) => r.same_as === ids['20'])
    for (const id of [last.id, statement])
      expect(await did('record', 'retract', id, '--reason', 'entered_in_error')).toMatchObject({ code: 0 })
    expect((await did('party', 'list', 'nakato')).parties).toHaveLength(2)
    expect((await did('record', 'list', 'delivery', '--party', '12')).records).toHaveLength(1)
    expect(await delivered('12', 1)).toMatchObject({ from_party: ids['12'] })
  })

  test('no consent to one entry tells of the other', async () => {
    const merged = await did('party', 'merge', '71', '12', '--yes')
    const token = (
      await did('credential', 'issue', '--party', '20', '--kind', 'reader', '--expires', '2099-01-01')
    ).token
    const service = await served(coop.data)
    onTestFinished(() => service.stop())
    const asked = async (path: string) => {
      const joint = path.includes('?') ? '&' : '?'
      const response = await calling(service.url)(`${path}${joint}purpose=credit_assessment`, token)
      return { status: response.status, text: await response.text() }
    }
    expect((await asked(`/v1/records/${merged.record_id}`)).status).toBe(404)
    const list = await asked(`/v1/records?type=party&subject=${ids['12']}`)
    expect(list.status).toBe(200)
    expect(list.text).toContain('Nakato Grace')
    expect(list.text).not.toContain('same_as')
    expect(list.text).not.toContain(ids['71'])
    expect((await asked(`/v1/lender-view?subject=${ids['12']}`)).text).not.toContain(ids['71'])
  })
})
