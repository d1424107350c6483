import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pack } from '../../../src/records/pack/pack-tasks.ts'
import { DESKTOP, downloaded, keepPicture, NO_BROWSER, PHONE, Windows } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/command.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** The pack of a lot, made at the office page in a browser, taken apart by programs of others, and proved. */

describe.skipIf(NO_BROWSER !== '')(`the pack of a lot${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let clerk: Visitor
  let lot: string
  beforeAll(async () => {
    office = await openOffice()
    clerk = (await staffOf(office)).clerk
    windows = await Windows.at(office.url)
    await office.party('person', 'Grace Nakato', '71')
    const add = async (...args: string[]): Promise<string> =>
      (
        await office.did(
          'record add',
          ...args,
          '--crop coffee_arabica_parchment --date today --basis special_data_consent',
        )
      ).id
    const priced = ['--price', '250000 UGX', '--from', '71', '--to', 'cooperative', '--quantity', '120 kg']
    const delivery = await add('delivery', ...priced)
    lot = await add('lot', '--holder', 'cooperative', '--quantity', '100 kg', '--input', `${delivery}:100`)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const pageOf = async (viewport = DESKTOP, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await windows.open(viewport, options, clerk.cookie)
    await page.goto(`${office.url}/lots/${lot}`)
    return page
  }
  const made = (page: Page): Promise<Download> =>
    downloaded(page, () => page.getByRole('button', { name: 'Make the pack' }).click())
  /** @returns the folder, empty where the program is not on this machine */
  const takenApart = (program: string, args: (out: string) => string[]): string => {
    const out = temporaryFolder()
    try {
      execFileSync(program, args(out), { stdio: 'pipe' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      console.warn(`skipped: there is no ${program} here`)
      return ''
    }
    return out
  }

  test.each([
    ['with scripts', DESKTOP, {}, false],
    ['without scripts, on a phone, with prices', PHONE, { javaScriptEnabled: false }, true],
  ] as const)('%s: saved, taken apart, and its proofs hold', async (how, viewport, options, withPrices) => {
    const page = await pageOf(viewport, options)
    if (withPrices) await page.getByLabel('Add proofs of records with a price').check()
    await page.locator('#pack').scrollIntoViewIfNeeded()
    await keepPicture(page, `pack ${how}`)
    const download = await made(page)
    expect(download.suggestedFilename()).toBe(`lot-${lot}.zip`)
    const archive = await download.path()
    const folders = [
      takenApart('unzip', (out) => ['-q', archive, '-d', out]),
      takenApart('python3', (out) => ['-m', 'zipfile', '-e', archive, out]),
    ].filter((folder) => folder !== '')
    const { vkey } = await office.did('anchor', 'status')
    for (const folder of folders) {
      const pack = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as Pack
      expect(pack).toMatchObject({ lot, kg: 100, proofs: { with_price: withPrices ? 0 : 1, missing: 0 } })
      expect(readdirSync(folder).sort()).toEqual(['pack.json', ...pack.files.map(({ name }) => name)].sort())
      const proved = await office.did('verify-proof', join(folder, 'proofs-1.jsonl'), '--key', vkey)
      expect([proved.code, proved.err]).toEqual([0, ''])
    }
  })

  test('the page says that it is under way, and stays', async () => {
    const page = await pageOf()
    await page.clock.install()
    await page.reload()
    await made(page)
    await page.getByRole('status').filter({ hasText: 'The pack is being made.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Make the pack' }).isDisabled()).toBe(true)
    await page.clock.runFor(600_000)
    expect(await page.getByRole('button', { name: 'Make the pack' }).isDisabled()).toBe(true)
    expect(page.url()).toBe(`${office.url}/lots/${lot}`)
    const isAsBefore = async () => {
      expect(await page.getByRole('button', { name: 'Make the pack' }).isEnabled()).toBe(true)
      expect(await page.getByText('The pack is being made.').count()).toBe(0)
    }
    await page.reload()
    await isAsBefore()
    await made(page)
    await page.goto(`${office.url}/lots`)
    await page.goBack()
    await isAsBefore()
  })
})
