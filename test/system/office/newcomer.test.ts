import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts'
import { cli, isBuilt, json, PROGRAM, served, temporaryFolder } from '../../support/command.ts'
import { Hands, TRIED } from '../../support/hands.ts'
import { PASSWORD } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/**
 * Somebody with no one to ask, from a new folder to the printed receipt of a first delivery and the first backup: each page leads to
 * the next, and after the first account nothing is typed at the server.
 */

/** Keystroke-level model (Card, Moran and Newell 1980), of somebody who types now and then and reads each page first. */
const KEY_S = 0.5
const STEP_S = 1.1 + 1.35
const PAGE_S = 8
const FIVE_MINUTES_S = 300

describe.skipIf(NO_BROWSER !== '')(`the first day${NO_BROWSER}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  // Each job by every pair of hands: jobs.test.ts.
  test.each(TRIED.slice(0, 1))(
    '%s: from a new folder to a receipt and a backup, by what the pages say',
    async (way) => {
      const data = join(temporaryFolder(), 'data')
      const service = await served(data, {}, isBuilt ? [process.execPath, PROGRAM] : undefined)
      onTestFinished(() => service.stop())
      // The start itself says how to begin.
      expect(service.invitation).toContain(`${service.url.replace(/:\d+$/, '')}`)
      expect(service.invitation).toContain(`--data ${data} staff add NAME --role manager`)
      const { one_time_code: code } = await json('staff', 'add', 'Grace', '--role', 'manager', '--data', data)
      const hands = await Hands.at(browser, service.url, way)
      let [keys, steps, pages] = [code.length + 'bin/granary staff add Grace --role manager'.length, 1, 1]
      const type = async (label: string | RegExp, text: string) => {
        keys += text.length
        steps++
        await hands.type(label, text)
      }
      const press = async (role: 'link' | 'button', name: string | RegExp) => {
        steps++
        pages++
        await hands.press(role, name)
      }
      await hands.page.goto(service.url)
      await press('link', /Sign in/)
      await press('link', 'I have a one-time code, or forgot my password')
      await type('Name', 'Grace')
      await type('One-time code', code)
      await type(/^New password/, PASSWORD)
      await type('Repeat the password', PASSWORD)
      await press('button', 'Set the password')
      await hands.sees('The password is set.')
      // Their name is there already.
      await type('Password', PASSWORD)
      await press('button', 'Sign in')
      await hands.sees('The first day')
      await press('link', 'Give the cooperative its name and its country')
      await hands.sees('Each person chooses the language of their pages')
      await hands.keep('newcomer-cooperative')
      await type('Name of the cooperative', 'Kahawa Cooperative')
      await hands.choose('Country', 'Uganda')
      keys += 'Ug'.length
      steps++
      await press('button', 'Save')
      // What is saved leads to the next step.
      await hands.sees('Saved. It applies from now on.')
      for (const own of ['Coffee, fresh cherry', 'Coffee, parchment', 'Kilogram', 'Debe (20-litre tin)']) {
        steps++
        await hands.tick(own)
      }
      await type('Places where you take deliveries', 'Main store; Bugoye')
      await hands.keep('newcomer-lists')
      await press('button', 'Save')
      await hands.sees('Saved. It applies from now on.')
      await type('Name', 'Okello James')
      await type('Member number', '1')
      await press('button', 'Add')
      await hands.sees('The member was added.')
      await press('link', 'Weigh in the first delivery, and print its receipt')
      await type(/Member/, '1')
      await type(/Weight/, '85 kg')
      // Of the few that are ticked, a part of the name will do.
      await type('Crop', 'cherry')
      await press('button', 'Save')
      await hands.sees('Saved: 85 kg of Coffee, fresh cherry from Okello James (1).')
      await press('link', 'The record')
      await press('button', 'Receipt')
      await hands.sees('RECEIPT')
      await hands.page.emulateMedia({ media: 'print' })
      expect(await hands.page.getByText('Next on the first day').isVisible()).toBe(false)
      await hands.page.emulateMedia({ media: 'screen' })
      await hands.sees('Make the first backup')
      const seconds = keys * KEY_S + steps * STEP_S + pages * PAGE_S
      expect(Math.round(seconds)).toBeLessThan(FIVE_MINUTES_S)
      if (way === 'mouse')
        console.log(`a newcomer: ${keys} keys, ${steps} steps, ${pages} pages, ${Math.round(seconds)} s`)
      const listed = await cli('record', 'list', 'delivery', '--data', data)
      expect(listed.out).toContain('Okello James')
      expect(listed.out).not.toContain('+00:00')

      await hands.press('link', 'Make the first backup')
      await hands.sees('There is no backup yet')
      await hands.keep('newcomer-backups')
      await hands.type(/bucket/, join(data, '..', 'backups'))
      await hands.press('button', 'Use this place')
      await hands.sees('is on the same disk as the data')
      await hands.press('button', 'Use it anyway')
      await hands.sees(/Backups go to/)
      await hands.type('Your password', PASSWORD)
      await hands.press('button', 'Make the key, and show it')
      await hands.sees(/AGE-SECRET-KEY-1/)
      await hands.keep('newcomer-key')
      const key = join(data, '..', 'key.txt')
      writeFileSync(key, (await hands.page.locator('pre').first().textContent()) ?? '')
      await hands.page.emulateMedia({ media: 'print' })
      expect(
        await hands.page
          .getByText(/AGE-SECRET-KEY-1/)
          .first()
          .isVisible(),
      ).toBe(true)
      expect(await hands.page.getByText('It is written down or printed').isVisible()).toBe(false)
      await hands.page.emulateMedia({ media: 'screen' })
      await hands.tick('It is written down or printed')
      await hands.press('button', 'Use this key from now on')
      await hands.sees('The key is in use. Make the first backup now.')
      // Going back shows it to nobody.
      await hands.page.goBack().catch(() => null)
      expect(await hands.page.getByText(/AGE-SECRET-KEY-1[0-9A-Z]{20}/).count()).toBe(0)
      // The browser's own page says that the form would be sent again; while it comes up, no other can.
      await soon(() => hands.page.goto(`${service.url}/machine/backups`))
      if (isBuilt) {
        await hands.press('button', 'Make a backup now')
        await hands.sees('Done at')
        const verified = await cli('backup', 'verify', '--identity', key, '--data', data)
        expect([verified.code, verified.err]).toEqual([0, ''])
        expect((await json('status', '--data', data)).warnings).not.toContainEqual(
          expect.objectContaining({ standing: 'missing' }),
        )
      }
    },
  )
})
