import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import type { Document } from '../../support/command.ts'
import { fieldIn as filledIn, openOffice, type Page, staffOf, type Visitor } from '../../support/office.ts'

/** Plots at the office page: drawn, uploaded, looked at, written once. */

const HOSTILE = '<b>Hill</b> "‮evil"'
const METRE = 1 / 111_320
const [LON, LAT] = [32.581234, 0.347891]
const place = (east: number, north: number): [number, number] => [LON + east * METRE, LAT + north * METRE]
/** A walk around a square of so many metres, not quite back to its beginning. */
const walk = (size: number, [east, north]: readonly [number, number] = [0, 0]) =>
  [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 5],
  ].map(([x = 0, y = 0]) => place(east + x, north + y))
const gpx = (steps: readonly (readonly number[])[]) =>
  `<gpx><trk><trkseg>${steps.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`
const members: string[] = []
const office = await openOffice()
const staff = await staffOf(office)
for (const [number, name] of [
  ['1', HOSTILE],
  ['2', 'Birungi'],
  ['3', 'Chebet'],
] as const) {
  const party = await office.party('person', name, number)
  members.push(party)
}
afterAll(() => office.service.stop())

const FIELDS = {
  ...{ occurred_at: 'today', lawful_basis: 'contract_performance', country: 'UG' },
  ...{ name: HOSTILE, area_ha: '0.36', crops: '' },
}
const fieldIn = (page: Page, name: string): string => filledIn(page, name).replaceAll('&quot;', '"')
const plots = async (): Promise<Document[]> => (await office.did('record', 'list', 'plot')).records

interface Sent {
  readonly member?: string | undefined
  readonly file?: string
  readonly visitor?: Visitor
  readonly [field: string]: unknown
}
async function send({ member = members[0], file, visitor = staff.clerk, ...fields }: Sent): Promise<Page> {
  const form = new FormData()
  form.set('form_token', await visitor.formToken())
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) form.set(name, String(value))
  if (file !== undefined) form.set('boundary', new File([file], 'walk.gpx'))
  return visitor.send(`/members/${member}/new-plot`, form)
}
/** The second form, as the page has it. */
const hidden = (page: Page): Record<string, string> =>
  Object.fromEntries(
    ['id', 'plot', 'again', 'outline', 'sure', ...Object.keys(FIELDS)].map((name) => [
      name,
      fieldIn(page, name),
    ]),
  )

describe('a walk', () => {
  test('is drawn before it is written; sent twice, it is written once', async () => {
    const page = await staff.clerk.get(`/members/${members[0]}/new-plot`)
    expect(page.status).toBe(200)
    const look = await send({ id: fieldIn(page, 'id'), plot: fieldIn(page, 'plot'), file: gpx(walk(60)) })
    expect([look.status, look.text]).toEqual([200, expect.stringContaining('class="plots-map"')])
    expect(look.text).toContain('The walk ended 5 metres from where it started; the two ends were joined.')
    expect(look.text).toContain('0.3576 ha, 6 corners')
    expect(look.text).not.toContain('<b>Hill')
    expect(await plots()).toEqual([])
    const again = { ...hidden(look), name: HOSTILE }
    const [one, two] = await Promise.all([send(again), send(again)])
    expect([one.location, two.location]).toEqual(Array(2).fill(`/members/${members[0]}/plots?done`))
    const [plot, ...others] = await plots()
    expect(others).toEqual([])
    expect(plot).toMatchObject({ id: fieldIn(page, 'id'), plot: fieldIn(page, 'plot'), holder: members[0] })
    expect(plot).toMatchObject({ country: 'UG', area_ha: 0.36, name: HOSTILE, geometry: { type: 'Polygon' } })
    expect(plot?.derived.flags).toEqual(['asserted_by_outsider'])
  })

  test('on the page of the member it is drawn, for every role; only those who write may change it', async () => {
    for (const role of ['auditor', 'clerk', 'manager'] as const) {
      const { status, text } = await staff[role].get(`/members/${members[0]}/plots`)
      expect([status, text]).toEqual([200, expect.stringContaining('class="plots-map"')])
      expect(text).toContain('&lt;b>Hill')
      expect(text).not.toMatch(/<b>Hill|style="|onload/)
      expect(text.includes('/new-plot')).toBe(role !== 'auditor')
    }
    expect((await staff.auditor.get(`/members/${members[0]}`)).text).toContain(
      `/members/${members[0]}/plots"`,
    )
    expect((await send({ visitor: staff.auditor, file: gpx(walk(60)) })).status).toBe(403)
  })

  test("on somebody else's plot: it is told and drawn before, and on both pages afterwards", async () => {
    const low = { member: members[1], file: gpx(walk(60, [30, 0])), name: 'Low' }
    const look = await send({ ...low, id: uuidv7(), plot: uuidv7() })
    expect(look.text).toContain("It overlaps someone else's plot")
    expect(look.text).toContain('class="other"')
    expect(look.text).toContain(`href="/members/${members[0]}/plots"`)
    await send({ member: members[1], ...hidden(look), name: 'Low' })
    for (const [whose, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { text } = await staff.auditor.get(`/members/${members[whose]}/plots`)
      expect(text).toContain('class="other"')
      expect(text).toContain(`href="/members/${members[other]}/plots"`)
      expect(text).toContain('Ask both on the spot')
    }
  })

  test('drawn again it is a correction of the same plot', async () => {
    const [old] = (await plots()).filter(({ holder }) => holder === members[1]) as [Document]
    const page = await staff.clerk.get(`/members/${members[1]}/new-plot?again=${old.id}`)
    expect(fieldIn(page, 'again')).toBe(old.id)
    const fields = { member: members[1], again: old.id, id: fieldIn(page, 'id'), name: 'Low' }
    const look = await send({ ...fields, file: gpx(walk(70, [200, 0])) })
    expect(look.text).toMatch(/0\.48\d+ ha/)
    expect(look.text).toContain('differ by more than a tenth')
    const sure = { member: members[1], ...hidden(look), name: 'Low' }
    const [one, two] = [await send(sure), await send(sure)]
    expect([one.location, two.location]).toEqual(Array(2).fill(`/members/${members[1]}/plots?done`))
    const now = (await plots()).filter(({ holder }) => holder === members[1])
    expect(now).toMatchObject([{ id: fields.id, supersedes: old.id, plot: old.plot, name: 'Low' }])
    expect((await staff.auditor.get(`/members/${members[0]}/plots`)).text).not.toContain('class="other"')
    const late = await send({ ...fields, id: uuidv7(), file: gpx(walk(70, [200, 0])) })
    expect(late.status).toBe(422)
    expect((await send({ member: members[0], again: fields.id, file: gpx(walk(60)) })).status).toBe(404)
  })

  test('what is written beside it is corrected and taken back on its record', async () => {
    const [plot] = (await plots()).filter(({ holder }) => holder === members[1]) as [Document]
    const page = await staff.clerk.get(`/records/${plot.id}/correction`)
    expect(page.text).toContain('name="area_ha"')
    const form_token = await staff.clerk.formToken()
    const fields = {
      ...{ form_token, id: uuidv7(), occurred_at: 'today', holder: 'Birungi', name: 'Lower', country: 'UG' },
      ...{ area_ha: '0,49', crops: 'coffee_fresh_cherry', lawful_basis: 'contract_performance' },
    }
    const look = await staff.clerk.post(`/records/${plot.id}/correction`, fields)
    expect(look.text.match(/class="(?:fault|box bad)"[^>]*>[^<]*/g)).toBeNull()
    const done = await staff.clerk.post(`/records/${plot.id}/correction`, {
      ...fields,
      sure: fieldIn(look, 'sure'),
    })
    expect(done.location).toBe(`/records/${fields.id}?done`)
    const [now] = (await plots()).filter(({ holder }) => holder === members[1])
    expect(now).toMatchObject({ area_ha: 0.49, crops: ['coffee_fresh_cherry'], name: 'Lower' })
    expect(now?.geometry).toEqual(plot.geometry)
    await office.did('record', 'correct', fields.id, '--plot-name', 'By the river', '--date', 'today')
    const [named] = (await plots()).filter(({ holder }) => holder === members[1])
    expect(named).toMatchObject({ name: 'By the river', area_ha: 0.49, geometry: plot.geometry })
    expect(now?.derived.flags).toEqual(['asserted_by_outsider'])
  })
})

describe('a point', () => {
  test('is drawn, and written', async () => {
    const point = { point: '0.347596, 32.582521', area_ha: '5' }
    const look = await send({ member: members[2], ...point, id: uuidv7(), plot: uuidv7(), name: 'P' })
    expect([look.status, look.text]).toEqual([200, expect.stringContaining('<circle class="own"')])
    expect(look.text).toContain('larger than 4 ha and has only a point')
    const changed = await send({ member: members[2], ...hidden(look), name: 'Q', area_ha: '5' })
    // What was looked at is another plot than what is sent.
    expect([changed.status, changed.location]).toEqual([422, null])
    const done = await send({ member: members[2], ...hidden(look), name: 'P', area_ha: '5' })
    expect(done.location).toBe(`/members/${members[2]}/plots?done`)
    const theirs = (await plots()).filter(({ holder }) => holder === members[2])
    expect(theirs).toMatchObject([{ name: 'P', area_ha: 5, geometry: { type: 'Point' } }])
  })

  test.each([
    ['32.582521, 0.347596', /Latitude and longitude seem to be swapped: here the latitude comes first/],
    ['0.347596, 32.582521', /lies in Uganda \(UG\), not in Kenya \(KE\)/, 'KE'],
    ['95, 32', /has the latitude 95, but no latitude is above 90/],
    ['somewhere', /two numbers are needed/],
  ])('%s is refused in words', async (point, words, country = 'UG') => {
    const { status, text } = await send({ point, country })
    expect([status, text]).toEqual([422, expect.stringMatching(words)])
    expect(text).toContain(`value="${point}"`)
  })
})

describe('what is no boundary', () => {
  const written = async () => (await plots()).length
  test.each([
    ['nothing', {}, /Choose a file with the boundary/],
    ['a boundary and a point', { file: gpx(walk(60)), point: '0.3, 32.5' }, /not both/],
    ['a picture', { file: 'PNG' }, /neither GPX nor GeoJSON nor KML/],
    ['markup', { outline: '<script>' }, /The plot /],
  ])('%s: a fault in words, and nothing is written', async (_what, fields, words) => {
    const count = await written()
    const { status, text } = await send(fields)
    expect([status, text]).toEqual([422, expect.stringMatching(words)])
    expect(await written()).toBe(count)
  })

  test('a faulty boundary is drawn, so that one sees what is wrong', async () => {
    const crossed = [place(0, 0), place(60, 60), place(60, 0), place(0, 60), place(0, 0)]
    expect((await send({ file: gpx(crossed) })).text).toContain('class="own"')
  })

  test('5,000 corners, and 10 MB', async () => {
    const circle = Array.from({ length: 5_000 }, (_, i) =>
      place(200 * Math.cos((i / 2_500) * Math.PI), 200 * Math.sin((i / 2_500) * Math.PI)),
    )
    const many = await send({ file: gpx(circle) })
    expect([many.status, many.text]).toEqual([422, expect.stringContaining('too many for one plot')])
    const large = await send({ file: gpx(walk(60)) + ' '.repeat(10 * 1024 * 1024) })
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('A boundary may have 1 MB')])
  })
})

test('the page of a lot has its origin, and leads to the form for a statement', async () => {
  const [plot] = (await plots()).filter(({ holder }) => holder === members[0]) as [Document]
  const [crop, quantity] = ['coffee_fresh_cherry', { value: 80, unit: 'kg' }]
  const holder = office.coop.cooperative
  const brought = { from_party: members[0], to_party: holder, crop, quantity, plot_ids: [plot.plot] }
  const { id: record_id } = await office.append('delivery', brought)
  const { id: lot } = await office.append('lot', { holder, crop, quantity, inputs: [{ record_id, kg: 80 }] })
  const page = await staff.clerk.get(`/lots/${lot}`)
  expect(page.text).toContain('every kilogram leads to a plot')
  expect(page.text).toContain(`<a href="/records/${plot.id}">&lt;b>Hill`)
  expect(page.text).toContain(`/new-record/due_diligence?lot_id=${lot}`)
  expect((await staff.auditor.get(`/lots/${lot}`)).text).not.toContain('/new-record/due_diligence')
  await office.did(
    'record add due_diligence --reference-number 26UG123 --date today',
    `--filed-by cooperative --filed today --lot ${lot}`,
  )
  expect((await staff.auditor.get(`/lots/${lot}`)).text).toContain('26UG123')
})

describe('what the EU’s information system refuses', () => {
  const ring = (size: number, from: readonly [number, number]) => {
    const corners = walk(size, from).slice(0, 4)
    return [...corners, corners[0]].map((corner) => corner?.map((degrees) => Number(degrees.toFixed(6))))
  }
  const HOLE =
    'The boundary has a hole, which the EU refuses. Draw it again without the hole, or add the land around the hole as plots of their own.'
  const POINT = 'The plot is a point without a size'
  const facts = { crops: 'coffee_fresh_cherry' }
  let [holed, point, member] = ['', '', '']

  test('is shown before a plot is written, with the remedy; it is written all the same', async () => {
    member = await office.party('person', 'Wanjiru', '10')
    const coordinates = [ring(90, [0, 900]), ring(20, [30, 930])]
    const file = JSON.stringify({ type: 'Polygon', coordinates })
    const pond = { ...facts, member, name: 'Pond', area_ha: '0.77' }
    const look = await send({ ...pond, file, id: uuidv7(), plot: uuidv7() })
    expect([look.status, look.text]).toEqual([200, expect.stringContaining(HOLE)])
    expect((await send({ ...pond, ...hidden(look), name: 'Pond' })).location).toContain('/plots?done')
    const dot = { ...facts, member, name: 'Dot', area_ha: '' }
    const place = { point: '0.347596, 32.592521' }
    const looked = await send({ ...dot, ...place, id: uuidv7(), plot: uuidv7() })
    expect(looked.text).toContain(POINT)
    await send({ ...dot, ...hidden(looked), name: 'Dot' })
    const theirs = (await plots()).filter(({ holder }) => holder === member)
    ;[holed, point] = ['Pond', 'Dot'].map((called) => theirs.find(({ name }) => name === called)?.id)
    expect([holed, point]).not.toContain(undefined)
  })

  test('is on the page of the member’s plots and on that of the plot’s record', async () => {
    const all = await staff.auditor.get(`/members/${member}/plots`)
    for (const words of [HOLE, POINT]) expect(all.text).toContain(words)
    expect((await staff.auditor.get(`/records/${holed}`)).text).toContain(HOLE)
    expect((await staff.auditor.get(`/records/${point}`)).text).toContain(POINT)
  })

  test('is on the page of a lot: the faults, and how many plots are in no file', async () => {
    const [crop, quantity] = ['coffee_fresh_cherry', { value: 80, unit: 'kg' }]
    const to = office.coop.cooperative
    const delivery = await office.append('delivery', { from_party: member, to_party: to, crop, quantity })
    const inputs = [{ record_id: delivery.id, kg: 80 }]
    const lot = await office.append('lot', { holder: to, crop, quantity, inputs })
    const { text } = await staff.auditor.get(`/lots/${lot.id}`)
    for (const words of [HOLE, POINT, 'hole in the outline', 'size missing']) expect(text).toContain(words)
    expect(text).toContain('1 plot is in no file for the EU')
    expect(text).toContain('every kilogram leads to a plot')
  })

  test('is said in the reader’s language', async () => {
    for (const [language, words] of [
      ['sw', 'Mpaka una tundu, jambo ambalo EU hulikataa.'],
      ['fr', 'Le contour a un trou, ce que l’UE refuse.'],
    ] as const) {
      const { text } = await staff.auditor.get(`/members/${member}/plots`, { 'accept-language': language })
      expect(text).toContain(words)
    }
  })
})

test('a member who is not there has no plots', async () => {
  const nobody = uuidv7()
  for (const path of ['plots', 'new-plot'])
    expect((await staff.clerk.get(`/members/${nobody}/${path}`)).status).toBe(404)
  expect((await send({ member: nobody, file: gpx(walk(60)) })).status).toBe(404)
})

test('where many plots lie on each other, as many are drawn as one can see, and it says that there are more', async () => {
  const party = await office.party('person', 'Zaituni', '9')
  for (let i = 0; i < 20; i++) {
    const ring = walk(60, [5_000 + i, 0])
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
    await office.append('plot', { plot: uuidv7(), holder: party, country: 'UG', geometry })
  }
  const walked = { member: members[2], file: gpx(walk(60, [5_000, 0])) }
  const look = await send({ ...walked, id: uuidv7(), plot: uuidv7() })
  expect(look.text.match(/class="other"/g)).toHaveLength(10)
  expect(look.text).toContain('There are more plots here than could be compared or shown.')
})
