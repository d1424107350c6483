import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts'
import { isBuilt, PROGRAM } from '../../support/command.ts'
import { Hands, TRIED } from '../../support/hands.ts'
import { type Office, openOffice, PASSWORD } from '../../support/office.ts'

/** What is done at each page, by mouse, by keyboard alone, on a phone of 360 px, and with scripts turned off. */

describe.skipIf(NO_BROWSER !== '')(`every job in every way${NO_BROWSER}`, () => {
  let office: Office
  let browser: Browser
  let backups: string
  let token: string
  beforeAll(async () => {
    backups = mkdtempSync(join(tmpdir(), 'granary-backups-'))
    const settings = { backupStore: `file:${backups}`, backupEvery: 'off' }
    office = await openOffice(settings, isBuilt ? [process.execPath, PROGRAM] : undefined)
    await office.did('backup', 'key')
    browser = await launchBrowser()
    await office.party('institution', 'Hills Sacco', 'S1')
    token = (await office.did('lender', 'invite', 'S1')).token
    for (const [i, way] of TRIED.entries()) {
      const { one_time_code: code } = await office.did('staff', 'add', way, '--role', 'manager')
      const hands = await Hands.at(browser, office.url, way)
      await hands.setPassword(office.url, way, code, PASSWORD)
      await hands.close()
      await office.party('person', `Grace of ${way}`, String(71 + i))
    }
  })
  afterAll(async () => {
    await browser?.close()
    await office?.service.stop()
    rmSync(backups, { recursive: true, force: true })
  })

  describe.each([...TRIED.entries()])('%i %s', (i, way) => {
    const number = String(71 + i)
    const name = `Grace of ${way}`
    let hands: Hands
    beforeAll(async () => {
      hands = await Hands.at(browser, office.url, way)
      await hands.page.goto(`${office.url}/sign-in`)
      await hands.signIn(way, PASSWORD)
      await hands.sees('To do')
    })
    afterAll(async () => {
      const faults = [...(hands?.faults ?? [])]
      await hands?.close()
      const known = /status of (401|403|404|422|429)/
      expect(faults.filter((fault) => !known.test(fault))).toEqual([])
    })

    /** The page of the member. */
    async function member(): Promise<void> {
      await hands.menu('Members')
      await hands.type(/Name, number/, number)
      await hands.press('button', 'Search')
      await hands.press('link', name)
    }

    test('a delivery, its receipt, its correction, and taking it back', async () => {
      await hands.menu('Weigh in')
      await hands.type(/Member/, number)
      await hands.type(/Weight/, '85')
      await hands.type('Crop', 'Coffee, fresh cherry')
      await hands.type('Place', `Store ${number}`)
      await hands.press('button', 'Save')
      await hands.sees(`Saved: 85 kg of Coffee, fresh cherry from ${name} (${number}).`)
      await hands.press('link', 'The record')
      await hands.press('button', 'Receipt')
      await hands.sees('Weighed by the cooperative')
      await member()
      await hands.press('link', /^\d/)
      await hands.press('link', 'Correct')
      await hands.type('Quantity', '58 kg')
      await hands.press('button', 'Check the entry')
      await hands.sees('The current version stays readable')
      await hands.press('button', 'Save the correction')
      await hands.sees('Saved.')
      await hands.unfold('Take back')
      await hands.choose('Why', 'did not happen')
      await hands.press('button', 'Check the entry')
      await hands.sees('58 kg of it no longer count.')
      await hands.press('button', 'Take back')
      await hands.sees('Saved.')
      const { records } = await office.did('record list delivery --standing retracted --party', number)
      expect(records).toHaveLength(1)
    })

    test('a new member, and their statement', async () => {
      await hands.menu('Members')
      await hands.press('link', 'Add a member')
      await hands.type('Name', `${['Zaituni', 'Wekesa', 'Birungi', 'Odongo'][i]}`)
      await hands.type('Member number', `9${i}`)
      await hands.press('button', 'Add')
      await hands.sees('The member was added.')
      await hands.press('link', 'Statement to print')
      await hands.sees(/^Made on/)
    })

    test('a plot: a walk is looked at, written, and drawn again from a point', async () => {
      const [west, south] = [32.5 + i / 100, 0.31]
      const steps = [
        [0, 0],
        [0.0006, 0],
        [0.0006, 0.0006],
        [0, 0.0006],
        [0, 0.00005],
      ].map(([x = 0, y = 0]) => [(west + x).toFixed(6), (south + y).toFixed(6)])
      const walk = join(backups, `${number}.gpx`)
      const points = steps.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
      writeFileSync(walk, `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`)
      await member()
      await hands.unfold('More')
      await hands.press('link', 'Plots')
      await hands.press('link', 'Add a plot')
      await hands.type('Name of the plot', `Hill of ${way}`)
      await hands.type('Country', 'UG')
      await hands.press('button', 'Check the entry')
      await hands.sees('Choose a file with the boundary, or type a point below.')
      await hands.upload(/^Boundary/, walk)
      await hands.press('button', 'Check the entry')
      await hands.sees(/the two ends were joined/)
      await hands.press('button', 'Write it')
      await hands.sees('Saved.')
      await hands.sees(/ha, 6 corners/)
      await hands.press('link', /^Redraw/)
      await hands.type('Or a point in the plot', `0.310301, ${(west + 0.000301).toFixed(6)}`)
      await hands.press('button', 'Check the entry')
      await hands.sees('The current version stays readable')
      await hands.press('button', 'Write it')
      await hands.sees('only a point')
      const { records } = await office.did('record', 'list', 'plot', '--party', number)
      expect(records).toMatchObject([{ name: `Hill of ${way}`, geometry: { type: 'Point' } }])
    })

    test('a member is paid what is open, and the payment is on their page', async () => {
      await office.delivered(number, '90 kg', '--price', '170000 UGX')
      await hands.menu('Payments')
      await hands.type(/Member/, number)
      await hands.press('button', 'Show the account')
      await hands.sees('Open debts to the member')
      await hands.choose('How it was paid', 'mobile money')
      await hands.choose('What it was paid for', 'produce')
      await hands.type('Number of the transaction', `QX${number}`)
      await hands.press('button', 'Check the entry')
      await hands.sees(/The payment is not yet signed for, until the member confirms it/)
      await hands.press('button', 'Write it')
      await hands.sees('Saved.')
      await hands.press('link', 'The member’s page')
      await hands.sees(`QX${number}`)
      const { records } = await office.did('record', 'list', 'payment', '--party', number)
      expect(records).toMatchObject([{ amount: { amount_minor: 170_000, currency: 'UGX' } }])
      expect(records[0].settles).toMatchObject([{ amount_minor: 170_000 }])
    })

    test('a lot is formed from deliveries, handed over, and loses some', async () => {
      await office.delivered(number, '90 kg', '--crop beans_dry --location', `Lot store ${number}`)
      await hands.menu('Lots')
      await hands.press('link', 'Form a lot from deliveries')
      await hands.type('Crop and form', 'beans_dry')
      await hands.type(/^Place/, `lot store ${number}`)
      await hands.press('button', 'Find the deliveries')
      await hands.type(/^Kilograms of/, '88')
      await hands.type('Quantity', '88 kg')
      await hands.press('button', 'Check the entry')
      await hands.sees(/88 kg drawn of 90 kg; the rest stays/)
      await hands.press('button', 'Form the lot')
      await hands.sees('the kilograms agree.')
      await hands.press('link', 'Record a loss')
      await hands.type('Quantity', '3 kg')
      await hands.choose('Why', 'drying')
      await hands.press('button', 'Check the entry')
      await hands.press('button', 'Write it')
      await hands.press('link', /^The lot/)
      await hands.sees(/^Lost$/)
      await hands.press('link', 'Hand it over')
      await hands.type('To whom', 'S1')
      await hands.type('Quantity', '85 kg')
      await hands.press('button', 'Check the entry')
      await hands.press('button', 'Write it')
      await hands.press('link', /^The lot/)
      await hands.sees(/Held by Hills Sacco/)
      await hands.keep('lot')
    })

    test('consent: read out, written, taken back', async () => {
      await hands.menu('Consent')
      await hands.type(/Name, number/, number)
      await hands.press('button', 'Search')
      await hands.press('link', 'They let someone read their records')
      await hands.type(/Who may read/, 'Hills Sacco')
      await hands.tick('To decide on a loan')
      await hands.type('Until day', '30/6/2031')
      await hands.press('button', 'What to read out')
      await hands.sees(`Read this out to ${name}`)
      await hands.keep('consent')
      await hands.press('button', 'They agree: record it')
      await hands.sees('The consent was recorded.')
      await hands.press('button', 'Take the consent back')
      await hands.sees(new RegExp(`${name} \\(person, \\S+\\) lets Hills Sacco \\(institution`))
      await hands.press('button', 'Take the consent back')
      await hands.sees('It has ended, for every reader')
    })

    test('a lender asks; the office finds the person, who agrees to less; another request is refused', async () => {
      await hands.page.goto(`${office.url}/lender`)
      await hands.type('Token', token)
      await hands.press('button', 'Sign in')
      for (const reason of ['About a loan.', 'About another loan.']) {
        await hands.menu('Requests for access')
        await hands.sees('Ask a person for access')
        await hands.type('Member number', number)
        await hands.choose('For what', 'Credit assessment')
        await hands.tick('deliveries with their prices')
        await hands.tick('harvests')
        await hands.type('Until day', '30/6/2031')
        await hands.type(/^Why, in words/, reason)
        await hands.press('button', 'Ask')
        await hands.sees('The request was sent.')
      }
      await hands.keep('asking')
      await hands.page.goto(`${office.url}/today`)
      await hands.press('link', /lender requests are waiting/)
      await hands.sees('Whom is it about?')
      await hands.press('link', 'Look at it')
      await hands.sees('Who has this number now')
      await hands.tick(`${name}, ${number}`)
      await hands.press('button', 'Record it')
      await hands.sees('It was recorded whom this is about.')
      await hands.tick('deliveries with their prices', false)
      await hands.type('Until day', '31/12/2030')
      await hands.press('button', 'What to read out')
      await hands.sees(/They say: "About a loan\."/)
      await hands.sees(/You let Hills Sacco \(institution.*\) see your harvests until 31 December 2030\./)
      await hands.keep('request')
      await hands.press('button', 'They agree: record it')
      await hands.sees('The consent was recorded.')
      await hands.menu('Requests')
      await hands.press('link', 'Look at it')
      await hands.tick(`${name}, ${number}`)
      await hands.press('button', 'Record it')
      await hands.press('button', 'They refuse')
      await hands.sees(/Hills Sacco \(institution.*\) is not informed/)
      await hands.press('button', 'They refuse: record it')
      await hands.sees('The refusal was recorded.')
      await hands.page.goto(`${office.url}/lender/requests`)
      await hands.sees('Granted')
      await hands.press('button', 'Withdraw')
      await hands.sees('The request was withdrawn.')
      await hands.pressInMenu('button', 'Sign out')
      await hands.sees(/^From the sheet that the cooperative gave you/)
      await hands.page.goto(`${office.url}/today`)
      await hands.sees('To do')
    })

    test('a mandate and an objection', async () => {
      await hands.page.goto(`${office.url}/consent?member=${number}`)
      await hands.press('link', 'They let someone act for them')
      await hands.type(/Who may act/, 'cooperative')
      await hands.tick('record')
      await hands.tick('delivery')
      await hands.type('From day', 'today')
      await hands.type('Until day', '30/6/2031')
      await hands.press('button', 'What to read out')
      await hands.press('button', 'They agree: record it')
      await hands.sees('The mandate was recorded.')
      await hands.press('link', 'They object')
      await hands.tick('Insurance')
      await hands.press('button', 'What to read out')
      await hands.press('button', 'That is what they want: record it')
      await hands.sees('The objection was recorded')
    })

    test('what is held about somebody: asked, printed, handed over', async () => {
      await hands.page.goto(`${office.url}/consent?member=${number}`)
      await hands.press('button', 'They ask what is held about them')
      await hands.sees('The request was recorded.')
      await hands.press('link', 'Make the answer')
      await hands.sees(/What we hold about you/)
      await hands.press('button', 'They have it: the request is answered')
      await hands.sees('It was recorded that the answer was given.')
    })

    test('a lender and its token', async () => {
      await hands.menu('Lenders and buyers')
      await hands.press('link', 'Add a lender or buyer')
      await hands.type('Name', `${way} Bank`)
      await hands.press('button', 'Add')
      await hands.press('button', 'Make a token')
      await hands.sees(/Access for /)
      await hands.press('link', 'Back')
      await hands.press('button', 'End the token')
      await hands.sees(/The next request with this token/)
      await hands.press('button', 'End the token')
      await hands.sees('The token is no longer valid.')
    })

    test('a phone', async () => {
      await hands.menu('Phones')
      await hands.type('Which officer carries it?', `Officer of ${way}`)
      await hands.press('button', 'Next: lead the phone in')
      await hands.sees('2. The phone scans one code')
    })

    // How long it takes is no matter of the hands.
    test.skipIf(!isBuilt || i > 0)(
      'a backup is made and checked, and the doctor is asked (skipped if not built)',
      async () => {
        await hands.menu('Machine')
        await hands.press('button', 'Make a backup now')
        await hands.sees(/^Done at/)
        await hands.press('button', 'Check the newest backup')
        await hands.sees(/: intact$/)
        await hands.press('button', 'Check everything now')
        await hands.sees('1. only the owner can open the data folder')
        await hands.press('button', 'Make the file')
        await hands.sees('Download the file')
        await hands.keep('machine')
      },
    )

    test('reports, audit, staff, and signing out', async () => {
      await hands.menu('Reports')
      await hands.choose('One line for each', 'member')
      await hands.press('button', 'Show')
      await hands.sees('Kilograms of different crops or forms are not added up.')
      await hands.menu('Audit')
      if (hands.way === 'phone') await hands.unfold('Narrow the list')
      await hands.type(/About whom/, number)
      await hands.press('button', 'Show')
      await hands.sees('took back consent: done')
      await hands.menu('Staff')
      await hands.type('Name', `Helper ${number}`)
      await hands.press('button', 'Add')
      await hands.sees(/One-time code of Helper/)
      await hands.pressInMenu('link', /manager$/)
      await hands.sees('Second factor')
      await hands.pressInMenu('button', 'Sign out')
      await hands.sees('I have a one-time code, or forgot my password')
    })
  })
})
