import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts'
import { cli, type Document, founded, isBuilt, json, PROGRAM } from '../../support/command.ts'
import { Hands, TRIED, type Way } from '../../support/hands.ts'
import { type Office, openOffice, type Page, staffOf, sureIn, type Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Sheets at the office page, by the program as it is built. */

const REAL_DATA = process.env.GRANARY_REAL_DATA ?? resolve(import.meta.dirname, '../../../../shared/data')
const COFFEE = join(REAL_DATA, 'coffee-lots.csv')

const ROWS = 7
const sheet = (i: number) =>
  [
    'Delivered;Farmer name;Member no;Kg;Crop;Receipt',
    ...Array.from(
      { length: ROWS },
      (_, row) =>
        `${row + 1}/6/2026;Farmer ${i}-${row};${i}${row};${row === 3 ? 'many' : 40 + row};Maize grain;R${i}-${row}`,
    ),
  ].join('\n')

describe.skipIf(!isBuilt)('importing a sheet (skipped if not built)', () => {
  let office: Office
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'granary-sheets-'))
    office = await openOffice({}, [process.execPath, PROGRAM])
  })
  afterAll(async () => {
    await office?.service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  let clerk: Visitor
  let auditor: Visitor
  let manager: Visitor
  beforeAll(async () => {
    ;({ clerk, auditor, manager } = await staffOf(office))
  })

  const upload = async (
    name: string,
    bytes: Uint8Array | string,
    visitor = clerk,
    map = '',
  ): Promise<Page> => {
    const form = new FormData()
    form.set('form_token', await visitor.formToken())
    form.set('sheet', new File([bytes as BlobPart], name))
    form.set('map', new File(map === '' ? [] : [map], map === '' ? '' : 'map.json'))
    return visitor.send('/import', form)
  }
  const act = async (path: string, fields: Record<string, string>): Promise<Page> =>
    clerk.post(path, { form_token: await clerk.formToken(), ...fields })
  const write = async (path: string): Promise<Page> =>
    act(path, { act: 'write', sure: sureIn(await clerk.get(path)) })
  /** The name of the list of a column. */
  const columnOf = (page: Page, heading: string): string =>
    new RegExp(`<select name="(column_\\d+)" aria-label="${heading}"`).exec(page.text)?.[1] ?? ''
  /** What the page's lists say. */
  const shownOn = (page: Page): Record<string, string> =>
    Object.fromEntries(
      [...page.text.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/g)].map(
        ([, name, options]) => [name, /value="([^"]*)" selected/.exec(options as string)?.[1] ?? ''],
      ),
    )
  /** How many rows the page states in a line of its result. */
  const counted = ({ text }: Page, what = 'saved') =>
    Number(new RegExp(`>${what}</span></td><td[^>]*><span>(\\d+)`).exec(text)?.[1])
  const DECIDED = { basis: 'contract_performance', days: 'D/M/YYYY' }
  /** From the sheet to what it would become. */
  const lookedAt = async (path: string, choices: Record<string, string> = {}): Promise<Page> => {
    await settled(path)
    await act(path, { act: 'check', ...DECIDED, ...choices })
    return settled(path)
  }
  /** Waits until no step runs. */
  const settled = (path: string): Promise<Page> => {
    return soon(async () => {
      const page = await clerk.get(path)
      expect(page.headers.get('refresh'), page.text).toBeNull()
      return page
    }, 200)
  }
  describe('over HTTP', () => {
    test.skipIf(!existsSync(COFFEE))(
      'coffee lots, with a map made on the page, become the records that the command makes (skipped without GRANARY_REAL_DATA)',
      async () => {
        const { location } = await upload('coffee-lots.csv', readFileSync(COFFEE))
        const path = location as string
        const columns = await settled(path)
        const meaning: Record<string, string> = {
          'Farm.Name': 'name',
          'Grading.Date': 'date',
          'Bag.Weight': 'weight',
          'Number.of.Bags': 'count',
        }
        const listed = Object.keys(shownOn(columns)).filter((name) => name.startsWith('column_'))
        let look = await lookedAt(path, {
          makes: 'harvest',
          ...Object.fromEntries(listed.map((name) => [name, 'nothing'])),
          ...Object.fromEntries(
            Object.entries(meaning).map(([heading, word]) => [columnOf(columns, heading), word]),
          ),
          crop: 'coffee_green',
        })
        expect(look.text).toContain('1 thing to decide.')
        look = await lookedAt(path, { 'unit:kg,lbs': '-' })
        expect(look.text).toContain('Nothing has been saved yet.')
        expect(look.text).toMatch(/<mark>/)
        expect((await office.did('record', 'list', 'harvest')).records).toEqual([])
        const map = (await clerk.get(`${path}/map`)).text
        await write(path)
        const done = await settled(path)
        const rejects = (await clerk.get(`${path}/rejects`)).text
        const other = await founded()
        writeFileSync(join(folder, 'map.json'), map)
        const rejectsFile = join(folder, 'rejects.csv')
        const command = await cli(
          'import',
          COFFEE,
          '--json --map',
          join(folder, 'map.json'),
          '--rejects',
          rejectsFile,
          '--data',
          other.data,
        )
        const report = JSON.parse(command.out) as Document
        expect([counted(done), counted(done, 'at fault: not saved')]).toEqual([
          report.rows.new,
          report.rows.at_fault,
        ])
        expect(rejects).toBe(readFileSync(rejectsFile, 'utf8'))
        // A sample: which records the rows become is in service/clients/importer/coffee.test.ts.
        const some = async (data: string) => {
          const { records } = await json(
            'record list harvest --since 2012-07-01 --until 2012-07-31 --data',
            data,
          )
          return records.map(({ normalized_kg, note }: Document) => `${normalized_kg} ${note}`).sort()
        }
        expect(await some(office.coop.data)).toEqual(await some(other.data))
        const { entries } = await office.did('audit', '--limit', '40')
        expect(entries.map(({ staff }: Document) => staff)).toContain('The clerk')
      },
    )

    test('what a clerk chose survives a reload, and a form that knows nothing of it; writing twice is writing once', async () => {
      const { location } = await upload('twice.csv', sheet(7).replace('Kg', 'Weight'))
      const path = location as string
      const columns = await settled(path)
      expect(columns.text).toContain('3 things to decide.')
      const note = columnOf(columns, 'Receipt')
      await act(path, { act: 'look', [note]: 'note', unit: 'kg' })
      const chosen = await settled(path)
      await act(path, { act: 'look', ...DECIDED })
      const again = await settled(path)
      for (const page of [chosen, again])
        expect([shownOn(page)[note], shownOn(page).unit]).toEqual(['note', 'kg'])
      expect(again.text).not.toContain('to decide.')
      // The lists as they are shown change nothing.
      await act(path, { act: 'look', ...shownOn(again) })
      expect((await settled(path)).text).toMatch(
        /Delivery of 1\sJun\s2026, Farmer 7-0 \(member 70\), Maize,? grain/i,
      )
      await act(path, { act: 'check' })
      await settled(path)
      await write(path)
      const once = await settled(path)
      await write(path)
      const twice = await settled(path)
      expect([counted(once), counted(twice)]).toEqual([ROWS - 1, ROWS - 1])
      await act(path, { act: 'close' })
    })

    test('what was not looked at is not written: other options, or a member number that moved meanwhile', async () => {
      const add = async (number: string): Promise<string> =>
        await office.party('person', 'Farmer 8-0', number)
      const first = await add('80')
      const { location } = await upload('moved.csv', sheet(8))
      const path = location as string
      const look = await lookedAt(path)
      expect(look.text).toContain('Nothing has been saved yet.')
      const before = (await office.did('status')).records
      const changed = 'Something changed after this page was shown to you'
      for (const fields of [{}, { sure: 'x' }, { sure: sureIn(look), accept: '1' }]) {
        const late = await act(path, { act: 'write', ...fields })
        expect(late.text).toContain(changed)
        await act(path, { act: 'check' })
      }
      const sure = sureIn(await settled(path))
      await office.did('party', 'edit', first, '--member-no', '800')
      await add('80')
      const moved = (await office.did('status')).records
      expect(moved).toBe(before + 2)
      await act(path, { act: 'write', sure })
      const late = await settled(path)
      expect(late.text).toContain(changed)
      expect((await office.did('status')).records).toBe(moved)
      await write(path)
      expect((await settled(path)).text).not.toContain(changed)
      expect((await office.did('status')).records).toBeGreaterThan(moved)
      await act(path, { act: 'close' })
    })

    test('each fault is shown once with its cells, in a sheet with semicolons too, and is in the file of its faulty rows', async () => {
      const { location } = await upload('faults.csv', sheet(6))
      let look = await lookedAt(location as string)
      expect(look.text).toMatch(/data-title="Column"><span>Kg<.*<mark>many<\/mark>.*<p class="fault">/)
      const rejects = (await clerk.get(`${location}/rejects`)).text
      const map = (await clerk.get(`${location}/map`)).text
      await act(location as string, { act: 'close' })
      const again = await upload('faults.csv', rejects, clerk, map)
      look = await settled(again.location as string)
      // The row keeps its number in the first sheet.
      expect((await clerk.get(`${again.location}/rejects`)).text).toMatch(/\n5;/)
      expect(look.text).toMatch(/data-title="Column"><span>Kg<.*<mark>many<\/mark>.*<p class="fault">/)
      await act(again.location as string, { act: 'close' })
    })

    test('a step that is stopped can be done again', async () => {
      const short = await upload('short.csv', sheet(9))
      await lookedAt(short.location as string)
      const map = (await clerk.get(`${short.location}/map`)).text
      await act(short.location as string, { act: 'close' })
      const lines = Array.from(
        { length: 1_500 },
        (_, i) => `${(i % 28) + 1}/6/2026;Farmer;${i % 90};4;Maize grain;R${i}`,
      )
      const long = ['Delivered;Farmer name;Member no;Kg;Crop;Receipt', ...lines].join('\n')
      const { location } = await upload('long.csv', long, clerk, map)
      const path = location as string
      const look = await settled(path)
      expect(look.text).toContain('Nothing has been saved yet.')
      // Not waited for: the step answers when it is over, or after some seconds.
      const writing = act(path, { act: 'check' })
      await soon(async () => expect((await clerk.get(path)).headers.get('refresh')).not.toBeNull())
      await act(path, { act: 'stop' })
      await writing
      const stopped = await settled(path)
      expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining('It was stopped.')])
      expect(stopped.text).toContain('name="act" value="write"')
      await act(path, { act: 'check' })
      const again = await settled(path)
      expect(again.text).not.toContain('It was stopped.')
      await act(path, { act: 'close' })
    })

    test('junk is refused with what to do, and costs nothing else', async () => {
      for (const [name, bytes] of [
        ['empty.csv', ''],
        ['binary.csv', Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 0xd8, 0])],
        ['broken.xlsx', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(5_000, 7)])],
        ['old.xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)])],
        ['wide.csv', ',x'.repeat(300_000)],
      ] as const) {
        const { status, location } = await upload(name, bytes)
        if (location === null) expect(status, name).toBe(422)
        else {
          const page = await settled(location)
          expect([200, 422], name).toContain(page.status)
          expect(page.text, name).not.toMatch(/ at .*\.(ts|js):\d+/)
          await act(location, { act: 'close' })
        }
      }
      const big = await upload('big.csv', 'x'.repeat(10 * 1024 * 1024))
      expect([big.status, big.text]).toEqual([413, expect.stringContaining('A sheet may have 8 MB')])
      expect((await clerk.get('/import')).status).toBe(200)
    })

    test('a stranger sends nothing, and nobody sees the sheet of another', async () => {
      const stranger = await fetch(`${office.url}/import`, {
        method: 'POST',
        body: new Uint8Array(6_000_000),
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' },
        redirect: 'manual',
      })
      expect(stranger.headers.get('location')).toBe('/sign-in?ended')
      expect((await upload('a.csv', sheet(8), auditor)).status).toBe(403)
      const { location } = await upload('a.csv', sheet(8))
      expect((await manager.get(location as string)).status).toBe(404)
      expect((await manager.get(`${location}/map`)).status).toBe(404)
    })
  })

  describe.skipIf(NO_BROWSER !== '')(`in a browser${NO_BROWSER}`, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser?.close())

    /** A clerk of their own, with a sheet that was sent, at the question what its columns are. */
    async function sent(way: Way, i: number, text = sheet(i)): Promise<Hands> {
      const { cookie } = await office.account(`Clerk ${i}`)
      const hands = await Hands.at(browser, office.url, way, cookie)
      await hands.page.goto(`${office.url}/today`)
      const file = join(folder, `deliveries-${i}.csv`)
      writeFileSync(file, text)
      await hands.menu('Import')
      await hands.upload(/^Sheet/, file)
      await hands.press('button', 'Read the sheet')
      await hands.sees('In its first rows')
      await hands.keep('import')
      return hands
    }
    /** From the look at it until the sheet is closed. */
    async function written(hands: Hands, i: number): Promise<void> {
      await hands.sees('Nothing has been saved yet.')
      await hands.sees('many')
      await hands.press('button', `Save ${ROWS - 1} rows`)
      await hands.sees('Download the rows at fault')
      expect(await hands.page.getByRole('row', { name: `saved ${ROWS - 1}` }).count()).toBeGreaterThan(0)
      await hands.press('button', 'Done: close it')
      await hands.sees(/^Sheet \(CSV/)
      expect((await office.did('record', 'list', 'delivery', '--party', `${i}0`)).records).toHaveLength(1)
    }

    test.each([...TRIED.entries()])(
      '%i %s: what is open is decided on the page, and looked at again at once',
      async (nth, way) => {
        const i = 40 + nth
        // With headings of its own: a sheet with those of another is read as that one was.
        const hands = await sent(way, i, sheet(i).replace('Delivered', `Brought ${i}`))
        const again = async (left: string) => {
          if (way === 'no scripts') await hands.press('button', 'Look again')
          await hands.sees(left)
        }
        await hands.sees('2 things to decide.')
        // Each way shows rows of the sheet.
        const days = hands.page.locator('select[name=days]')
        const ways = await days.locator('option').allTextContents()
        await hands.choose(/can be read in two ways/, ways.find((one) => one.startsWith('D/M/YYYY: ')) ?? '')
        await again('1 thing to decide.')
        await hands.choose('Lawful basis', 'contract performance')
        if (way !== 'no scripts') await hands.page.getByText('to decide.').waitFor({ state: 'detached' })
        await hands.press('button', `Check all ${ROWS} rows`)
        await written(hands, i)
      },
    )

    test('a second sheet is read as the first was, from the sheet to the rejects', async () => {
      const { location } = await upload('first.csv', sheet(5))
      await lookedAt(location as string)
      await write(location as string)
      await settled(location as string)
      const hands = await sent(TRIED[0] as Way, 0)
      await hands.sees(/Read as the map \S+ was: it knows 6 of 6 columns/)
      await hands.press('button', `Check all ${ROWS} rows`)
      await written(hands, 0)
    })
  })
})
