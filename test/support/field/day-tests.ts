import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../browser.ts'
import { isBuilt, json, temporaryFolder } from '../command.ts'
import { type Draft, FieldDay, PIN, SIZE as size } from './day.ts'
import { beginDelivery, correctOnScreen, endDelivery, goHome, pressSave, see, unlock } from './day-screens.ts'
import { figureOf } from './ledger.ts'
import { part } from './part.ts'
import type { Phone } from './phone.ts'

/** Each step of saving at which a page can end. What is not on the disk by then is not there at all. */
const SAVING = [
  ['seal', 'photographs', false],
  ['seal', 'queue', false],
  ['put', 'photographs', false],
  ['put', 'queue', false],
  ['done', 'queue', true],
] as const

/** Each step of sending: a request that the service does not get, or whose answer is lost, or a step on the phone's disk. */
const SENDING = [
  [/GET .*changes/, 'before'],
  [/GET .*changes/, 'after'],
  ['put', 'queue'],
  ['done', 'queue'],
  [/POST .*outbox/, 'before'],
  [/POST .*outbox/, 'after'],
  ['put', 'kept'],
  ['done', 'kept'],
  [/POST .*uploads/, 'before'],
  [/POST .*uploads/, 'after'],
  ['put', 'photographs'],
  ['done', 'photographs'],
  [/PATCH /, 'before'],
  [/PATCH /, 'after'],
  ['put', 'sentPhotographs'],
  ['done', 'sentPhotographs'],
] as const

/** A day in the field (contract §24, "Loses nothing"): each test goes on where the one before it ended. */

const WHY = NO_BROWSER || (isBuilt ? '' : ' (skipped: dist/granary.js is not built)')

export function aDayInTheField(seed: number): void {
  describe.skipIf(WHY !== '')(`a day in the field, seed ${seed}${WHY}`, () => {
    let day: FieldDay
    beforeAll(async () => {
      day = await FieldDay.begun(seed)
    })
    afterAll(() => day?.endService('SIGTERM'))

    let failed = ''
    /** A test that needs those before it. */
    const next = (name: string, act: () => Promise<void>) =>
      test(name, async (context) => {
        context.skip(failed !== '', `after: ${failed}`)
        failed = name
        await act()
        failed = ''
      })
    const many = async (count: number, make: () => Promise<Draft>): Promise<Draft[]> => {
      const drafts: Draft[] = []
      for (let i = 0; i < count; i++) drafts.push(await make())
      return drafts
    }
    const inSome = (part: number) => Math.max(1, Math.round(part))
    /** Deliveries that are not needed for a step of their own. */
    const bulk = inSome((size.deliveries - SAVING.length - SENDING.length - 12) / 4)
    const pictures = () => (day.made.photographs < size.photographs && day.random.chance(0.3) ? 1 : 0)
    const deliveries = (count: number) => many(count, () => day.delivery(pictures()))
    const sometime = (ms: number) => new Promise((resolve) => setTimeout(resolve, day.random.below(ms)))
    const missing = async (drafts: readonly Draft[]) => {
      const notes = new Set((await day.entries()).map(({ record }) => record.note))
      return drafts.filter(({ note }) => !notes.has(note))
    }

    for (const [step, store, isThere] of SAVING)
      next(`is killed while it saves: ${step} ${store}`, async () => {
        const draft = await day.delivery(1)
        await day.phone.stopsAt(step, store)
        const stopped = day.link.pageStopped()
        void day.ask([draft]).catch(() => {})
        await stopped
        const before = day.ledger.told.size
        await day.crash()
        const entries = await day.entries()
        expect(entries.length).toBe(before + (isThere ? 1 : 0))
        expect(await day.phone.do('engine.photographs().length')).toBe(entries.length)
        if (!isThere) await day.ask([draft])
        await day.show(draft)
      })

    next('has no battery left after saving, and while it saves', async () => {
      await day.save(await day.delivery())
      await day.emptyBattery()
      const draft = await day.delivery()
      await day.phone.stopsAt('put', 'queue')
      const stopped = day.link.pageStopped()
      void day.ask([draft]).catch(() => {})
      await stopped
      await day.emptyBattery()
      expect(await missing([draft])).toEqual([draft])
      await day.save(draft)
    })

    next(
      'types on the screens, and is killed on the way and while it saves: the form goes on, and is not saved twice',
      async () => {
        const draft = await day.delivery(1, day.farmers[0])
        await beginDelivery(day, draft)
        await day.phone.crash()
        await day.phone.open()
        await unlock(day, PIN)
        await day.phone.page.getByRole('button', { name: 'Go on with it' }).click()
        await endDelivery(day, draft)
        await day.phone.stopsAt('done', 'queue')
        const stopped = day.link.pageStopped()
        void pressSave(day).catch(() => {})
        await stopped
        await day.crash()
        await see(day, draft)
        await goHome(day)
        expect(await day.phone.page.getByRole('button', { name: 'Go on with it' }).count()).toBe(0)
        const whole = await day.delivery(1, day.farmers[0])
        await beginDelivery(day, whole)
        await endDelivery(day, whole)
        expect(await day.phone.page.locator('.huge').textContent()).toBe(figureOf(part(whole.says)))
        await pressSave(day)
        await day.phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
        await see(day, whole)
      },
    )

    next('records the morning, and is killed at any moment', async () => {
      await day.save(...(await many(inSome(size.members / 2), () => day.member())))
      await day.save(...(await many(inSome(size.plots / 2), () => day.plot())))
      let left = await deliveries(bulk)
      const all = left
      for (let kill = 0; kill < size.kills; kill++) {
        void day.ask(left).catch(() => {})
        await sometime(400)
        await day.crash()
        left = await missing(left)
      }
      await day.ask(left)
      for (const draft of all) await day.show(draft)
    })

    next('corrects and takes back what was not sent', async () => {
      const notes = day.ledger.standing.filter((note) => note.startsWith('delivery'))
      for (const note of day.random.some(notes, 0.2)) await day.correct(note)
      for (const note of day.random.some(notes, 0.1)) await day.takeBack(note)
      await day.open()
      await day.isWhole()
    })

    for (const [what, when] of SENDING)
      next(`is killed while it sends: ${what} ${when}`, async () => {
        await day.save(await day.delivery(1))
        const isRequest = typeof what !== 'string'
        if (!isRequest) await day.phone.stopsAt(what, when as 'queue')
        const stopped = isRequest ? day.link.stopAt(what, when as 'before') : day.link.pageStopped()
        day.link.isDown = false
        void day.phone.do('engine.sendNow()').catch(() => {})
        await stopped
        await day.crash()
      })

    next('is killed at any moment while it sends', async () => {
      for (let kill = 0; kill < size.kills; kill++) {
        await day.save(await day.delivery(1))
        day.link.isDown = false
        void day.phone.do('engine.sendNow()').catch(() => {})
        await sometime(600)
        await day.crash()
      }
      await day.sendAll()
      await day.isWhole()
      day.ledger.compare(await day.stored())
    })

    for (const moment of ['while it has the batch', 'before its answer arrives'])
      next(`sends, and the service is killed ${moment}`, async () => {
        day.link.isDown = true
        await day.save(...(await deliveries(inSome(bulk / 2))))
        const isKilled = new Promise<void>((resolve) => {
          const kill = () => void day.endService('SIGKILL').then(resolve)
          if (moment.startsWith('before')) void day.link.stopAt(/outbox/, 'after').then(kill)
          else
            day.link.onRequest = (what) => {
              if (!what.includes('outbox')) return
              // The phone tries again at once: the service that is started meanwhile must not be killed too.
              day.link.onRequest = () => {}
              setTimeout(kill, day.random.below(15))
            }
        })
        day.link.isDown = false
        void day.phone.do('engine.sendNow()').catch(() => {})
        await isKilled
        day.link.onRequest = () => {}
        day.link.cut()
        await day.serve()
        await day.sendAll()
        await day.isWhole()
      })

    next('has no room for a photograph, says so, and sends nevertheless', async () => {
      await day.limitRoom(700_000)
      expect(await day.phone.do('engine.unlock(given)', PIN)).toBeNull()
      const drafts: Draft[] = []
      for (let refused: unknown = null; refused === null; ) {
        const draft = await day.delivery(1, undefined, true)
        refused = await day.ask([draft])
        if (refused === null) drafts.push(draft)
        else expect([refused, await missing([draft])]).toEqual(['no_room', [draft]])
      }
      for (const draft of drafts) await day.show(draft)
      await day.isWhole()
      await day.sendAll()
      await day.isWhole()
    })

    next('has no room at all, and opens; what it has is sent when there is room', async () => {
      day.link.isDown = true
      await day.save(...(await deliveries(3)))
      await day.limitRoom(null)
      expect(await day.phone.do('engine.unlock(given)', '000001')).toBe(9)
      expect(await day.phone.do('engine.unlock(given)', '000001')).toBe(8)
      expect(await day.phone.do('engine.unlock(given)', PIN)).toBeNull()
      expect(await day.phone.do('engine.unlock(given)', '000001')).toBe(9)
      expect(await day.phone.do('engine.unlock(given)', PIN)).toBeNull()
      expect(await day.ask([await day.delivery()])).toBe('no_room')
      await day.isWhole()
      day.link.isDown = false
      await day.phone.do('engine.sendNow()')
      await day.phone.until("engine.status.failure?.is === 'no_room' && !engine.status.isBusy")
      await day.isWhole()
      await day.emptyBattery()
      await day.sendAll()
    })

    next('at midday, a backup is made', async () => {
      writeFileSync(day.identity, `${(await day.office.did('backup key')).identity}\n`)
      const { code } = await day.office.did('backup create --to', `file:${day.backups}`)
      expect(code).toBe(0)
      day.ledger.compare(await day.stored())
    })

    next('corrects and takes back what was sent, and is killed while it sends that', async () => {
      day.link.isDown = true
      const notes = day.ledger.standing.filter((note) => note.startsWith('delivery'))
      for (const note of day.random.some(notes, 0.15)) await day.correct(note)
      for (const note of day.random.some(notes, 0.1)) await day.takeBack(note)
      const stopped = day.link.stopAt(/outbox/, 'after')
      day.link.isDown = false
      void day.phone.do('engine.sendNow()').catch(() => {})
      await stopped
      await day.crash()
      // The service may have the corrections: what is changed now follows them.
      const again = day.ledger.standing.filter((note) => day.ledger.of(note).versions.length > 1)
      for (const note of day.random.some(again, 0.4)) await day.correct(note)
      for (const note of day.random.some(again, 0.3)) await day.takeBack(note)
      await day.sendAll()
      await day.isWhole()
    })

    for (const clock of ['1970-01-01T00:00:10Z', '2040-06-01T08:00:00Z'])
      next(`has the clock at ${clock}`, async () => {
        day.link.isDown = true
        const member = await day.member()
        await day.save(member)
        await day.open(new Date(clock))
        if (clock < '2026') await day.stateDay()
        // Of a member who was recorded later, by the clock.
        const own = day.farmers.at(-1)
        const drafts = [
          await day.delivery(0, own),
          await day.delivery(1),
          ...(await deliveries(inSome(bulk / 4))),
        ]
        await day.save(...drafts)
        await day.correct(drafts[0]?.note ?? '')
        // One that was sent: what is shown after it is this correction, and not what is newest by the clock.
        const sent = day.ledger.standing.find(
          (note) =>
            note.startsWith('delivery') &&
            day.ledger.of(note).answered.has(day.ledger.lastOf(note).record.id),
        )
        if (sent === undefined) throw new Error('nothing was sent')
        const kg = day.made.delivery + 700
        expect(await correctOnScreen(day, sent, kg)).toBe(`${kg} kg`)
        const { record } = day.ledger.lastOf(sent)
        await day.show({
          note: sent,
          says: { type: record.type, quantity: { value: kg, unit: 'kg' } },
          pictures: [],
        })
        day.link.isDown = false
        await day.sendAll()
        await day.isWhole()
        await day.open()
        if (clock < '2026') await day.stateDay()
        await day.isWhole()
        await day.phone.until('!engine.status.isBusy')
        await day.isWhole()
      })

    next('goes on with what waits in a new version of the page', async () => {
      day.link.isDown = true
      await day.save(...(await deliveries(3)))
      day.link.hasNewVersion = true
      day.link.isDown = false
      await day.phone.page.evaluate(
        "navigator.serviceWorker.getRegistration('/field').then((one) => one.update())",
      )
      await day.phone.page.getByText('A new version').waitFor()
      day.link.isDown = true
      await day.phone.page.getByRole('button', { name: 'Use it now' }).click()
      await day.phone.page.getByLabel('PIN').waitFor()
      const shown = "fetch('/field').then((page) => page.text())"
      expect(await day.phone.page.evaluate(shown)).toContain('another version')
      expect(await day.phone.do('engine.unlock(given)', PIN)).toBeNull()
      await day.isWhole()
    })

    next('has a token that has ended, and goes on with a new code', async () => {
      await day.save(...(await deliveries(3)))
      await day.office.did('device revoke', day.device)
      day.link.isDown = false
      await day.phone.do('engine.sendNow()')
      await day.phone.until('engine.status.isEnded && !engine.status.isBusy')
      await day.isWhole()
      await day.phone.do("dispatchEvent(new PopStateEvent('popstate', { state: { at: 'home' } }))")
      await day.phone.page.getByLabel('Code of the office').fill(await day.newCode())
      await day.phone.page.getByRole('button', { name: 'Register' }).click()
      await day.phone.until('!engine.status.isEnded')
      await day.sendAll()
      await day.isWhole()
      day.ledger.compare(await day.stored())
    })

    next('meets a service that was restored from the backup of midday', async () => {
      // A clock that is wrong for an hour drops nothing that the service may ask for again.
      await day.open(new Date('2040-06-01T08:00:00Z'))
      await day.phone.until('!engine.status.isBusy')
      await day.endService('SIGTERM')
      const data = join(temporaryFolder(), 'data')
      const { identity } = day
      const from = `file:${day.backups}`
      const restored = await json('backup restore', '--data', data, '--from', from, '--identity', identity)
      expect(restored.code).toBe(0)
      expect((await json('backup confirm --yes', '--data', data)).code).toBe(0)
      day.data = data
      await day.serve()
      await day.open()
      await day.isWhole()
      day.link.isDown = false
      await day.phone.do('engine.sendNow()')
      await day.phone.until('engine.status.isEnded && !engine.status.isBusy')
      expect(await day.phone.do('engine.enrol(given)', await day.newCode())).toBe('done')
      const stopped = day.link.stopAt(/outbox/, 'after')
      void day.phone.do('engine.sendNow()').catch(() => {})
      await stopped
      await day.crash()
      await day.sendAll()
      await day.isWhole()
    })

    next('has everything with the office in the evening, once', async () => {
      const rest = size.deliveries - day.made.delivery
      day.link.isDown = true
      await day.save(...(await deliveries(rest)))
      await day.save(...(await many(size.members - day.made.party, () => day.member())))
      await day.save(...(await many(size.plots - day.made.plot, () => day.plot())))
      await day.sendAll()
      await day.isWhole()
      day.ledger.compare(await day.stored())
      expect(await day.phone.do('engine.status')).toMatchObject({ waiting: 0, rejected: 0, photographs: 0 })
      expect(await day.missingPhotographs()).toEqual([])
    })

    next(
      'and another phone correct the same record: both corrections are stored, and it is a fork',
      async () => {
        const [note = ''] = day.ledger.standing.filter((one) => one.startsWith('delivery'))
        const { record } = day.ledger.lastOf(note)
        const other: Phone = await day.newPhone()
        const { id: supersedes, recorded_at: _, ...says } = record
        const theirs = { ...says, supersedes, quantity: { value: 999, unit: 'kg' } }
        // Its answer is lost, so the other phone sends it again; one that never left would wait for a person.
        day.link.isDown = false
        await other.context.route('**/v1/sync/outbox', (route) => route.abort('connectionreset'))
        await other.do('engine.save(given)', theirs)
        await other.until('engine.status.failure !== null && !engine.status.isBusy')
        await day.correct(note)
        await day.sendAll()
        await other.context.unroute('**/v1/sync/outbox')
        await other.do('engine.sendNow()')
        await other.until('engine.status.waiting === 0 && !engine.status.isBusy')
        const found = (await day.stored()).filter((one) => one.supersedes === supersedes)
        expect(found.map(({ quantity }) => (quantity as { value: number }).value).sort()).toEqual(
          [(day.ledger.lastOf(note).record.quantity as { value: number }).value, 999].sort(),
        )
        for (const { derived } of found) expect(JSON.stringify(derived)).toContain('fork')
      },
    )

    next('leaves a folder that verifies', async () => {
      expect((await day.office.did('verify')).code).toBe(0)
    })
  })
}
