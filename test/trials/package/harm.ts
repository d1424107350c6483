import type { Serving } from './scene.ts'
import { check } from './transcript.ts'

/** Whatever happens to the office: what was acknowledged is there, and the service comes back by itself. */

/** WatchdogSec=60, and what ending and starting take. */
const WATCHDOG_WITHIN_MS = 120_000
const CUTS = 3
const WRITTEN_BEFORE = 30

export async function harm(scene: Serving): Promise<void> {
  const { transcript, office, phone, farmer } = scene
  const back = () => office.until('the service answers again', () => phone.isServed())
  const pid = () => office.property('granary.service', 'MainPID')

  await transcript.step('killed, it is back by itself', async () => {
    const before = pid()
    office.do(`kill -KILL ${before}`)
    const ms = await back()
    transcript.figure(`back after ${(ms / 1000).toFixed(1)} s`)
    check(pid() !== before, 'it is the same process')
    await phone.readAll()
  })
  await transcript.step('while it works, the watchdog is content', () => {
    check(office.property('granary.service', 'WatchdogUSec') === '1min', 'there is no watchdog')
    check(office.property('granary.service', 'NRestarts') === '1', 'it was restarted besides')
  })
  await transcript.step('stopped dead (SIGSTOP), the watchdog restarts it', async () => {
    const before = pid()
    office.do(`kill -STOP ${before}`)
    const ms = await office.until('another process', () => ![before, '0'].includes(pid()), WATCHDOG_WITHIN_MS)
    await back()
    transcript.figure(`restarted ${(ms / 1000).toFixed(0)} s after it stopped dead`)
    await phone.readAll()
  })
  for (let cut = 1; cut <= CUTS; cut++)
    await transcript.step(`the power is cut while the phone writes (${cut} of ${CUTS})`, async () => {
      let isCut = false
      const writing = (async () => {
        for (;;) if (!(await phone.harvest(farmer).catch(() => false)) && isCut) return
      })()
      const before = phone.acknowledged.length
      await office.until('records are written', () => phone.acknowledged.length > before + WRITTEN_BEFORE)
      isCut = true
      await office.cutPower()
      await writing
      await office.boot()
      await back()
      transcript.figure(`${await phone.readAll()} acknowledged records, none missing`)
    })
  await transcript.step('after the power cuts nothing is altered', () => {
    office.do('granary verify')
    check(office.type('granary doctor').code === 0, 'the doctor finds a fault')
  })
  await transcript.step('rebooted, it serves without a hand', async () => {
    await office.reboot()
    await back()
    await phone.readAll()
    check(office.property('granary-backup.timer', 'ActiveState') === 'active', 'the timer does not run')
  })
  await transcript.step('settings that cannot be: it says so, and does not try without end', async () => {
    office.do("echo 'GRANARY_MAX_PAGE=none' >> /etc/granary/granary.env")
    check(office.type('systemctl restart granary').code !== 0, 'it starts')
    check(office.property('granary.service', 'ActiveState') === 'failed', 'it is tried again')
    check(
      /GRANARY_MAX_PAGE/.test(office.do('journalctl -u granary -n 5 --no-pager').out),
      'it does not say why',
    )
    office.do("sed -i '/GRANARY_MAX_PAGE=none/d' /etc/granary/granary.env && systemctl restart granary")
    await back()
  })
}
