import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPicture } from '../../support/evidence/scene.ts'
import { cherries } from '../../support/field/phone.ts'
import { NO_WEBKIT, WebKit } from '../../support/field/webkit.ts'
import { type Office, officeIn, openOffice } from '../../support/office.ts'

/** The field page in the engine of Safari: what iPhones do. */

const PIN = '382915'

describe.skipIf(NO_WEBKIT !== '')(`the field page in WebKit${NO_WEBKIT}`, () => {
  let office: Office
  let phone: WebKit
  let grace: string
  beforeAll(async () => {
    office = await openOffice()
    grace = await office.party('person', 'Grace Nakato', 'M-1')
    phone = await WebKit.open()
  })
  afterAll(() => office?.service.stop())

  const delivery = (value: number) => cherries(grace, office.coop.cooperative, value)
  const stored = async (): Promise<{ quantity: { value: number }; evidence?: object[] }[]> =>
    (await office.call('/v1/records?purpose=operations&type=delivery&limit=500')).records
  const settled = 'engine.status.waiting === 0 && engine.status.photographs === 0 && !engine.status.isBusy'

  test('is enrolled, and fetches members and factors', async () => {
    await phone.goTo(`${office.url}/field`)
    expect(await phone.do('engine.status.stage.is')).toBe('new')
    const { enrolment_code: code } = await office.did('device', 'enrol', '--party', office.coop.cooperative)
    expect(await phone.do('engine.enrol(given)', code)).toBe('done')
    expect(await phone.do('engine.choosePin(given)', PIN)).toBe(null)
    await phone.until(
      'engine.status.members > 0 && engine.registry.crops.length > 0 && !engine.status.isBusy',
    )
    await phone.until("engine.status.worker.state === 'ready'")
    expect(await phone.text()).toContain('New member')
  })

  test('sends a record with its photograph, packed', async () => {
    const photograph = [...(await aPicture(1_200, 900))]
    await phone.do(
      `return (async () => {
        const photograph = new Blob([new Uint8Array(given.photograph)], { type: 'image/jpeg' })
        return engine.save(given.says, { photographs: [photograph] })
      })()`,
      { says: delivery(85.5), photograph },
    )
    await phone.until(settled)
    expect(await stored()).toMatchObject([{ quantity: { value: 85.5 }, evidence: [{}] }])
  })

  test('opens without the service, behind its PIN, and sends later what was saved', async () => {
    const { port } = new URL(office.url)
    await office.service.stop()
    await phone.goTo(`${office.url}/field`)
    expect(await phone.do('engine.status.stage')).toMatchObject({ is: 'locked', left: 10 })
    expect(await phone.do("engine.unlock('000000')")).toBe(9)
    expect(await phone.do('engine.unlock(given)', PIN)).toBe(null)
    expect(await phone.do('engine.entries()[0].state')).toBe('accepted')
    await phone.do('engine.save(given)', delivery(61))
    await phone.goTo(`${office.url}/field`)
    await phone.do('engine.unlock(given)', PIN)
    expect(await phone.do('engine.entries()[0].record.quantity.value')).toBe(61)
    office = await officeIn(office.coop, { listen: `127.0.0.1:${port}` })
    await phone.do('engine.sendNow(true)')
    await phone.until(settled)
    expect((await stored()).map(({ quantity }) => quantity.value).sort()).toEqual([61, 85.5])
  })
})
