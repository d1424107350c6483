import { install } from './first-day.ts'
import type { Machine } from './machine.ts'
import { SETTINGS, type Serving, USB } from './scene.ts'
import { check } from './transcript.ts'

/** The office burned down: another machine, the package, the disk with the backups, and the paper. */

const SINCE_BACKUP = 10

export async function restore(scene: Serving, other: Machine): Promise<void> {
  const { transcript, office, phone, farmer, paper } = scene
  await transcript.step('the last backup; then some records more; then the office burns down', async () => {
    office.do('granary backup create')
    const { taken } = await phone.sync(farmer, SINCE_BACKUP)
    check(taken === SINCE_BACKUP, 'the records were not taken')
    await office.cutPower()
  })
  await transcript.step(`${other.name}: another bare system boots, with the same disk`, async () => {
    await other.boot()
    // As on any other machine, users have other numbers there.
    other.do('useradd --system somebody')
  })
  await install(other, scene)
  await transcript.step(`${other.name}: the newest backup is restored, and the paper's key is its`, () => {
    other.do(`chown -R granary:granary ${USB}`)
    other.do(`granary backup list --from file:${USB}`)
    // As where somebody has moved a broken folder out of the way.
    other.do('mv /var/lib/granary /var/lib/granary.broken')
    const absent = other.type('granary status')
    const told = `${absent.out}${absent.err}`
    check(absent.code !== 0 && !told.includes('granary init'), `status says: ${told}`)
    const { out } = other.do(`granary backup restore --from file:${USB} --identity -`, `${paper.identity}\n`)
    check(out.includes(paper.vkey), 'the verifier key is not the one on paper')
  })
  await transcript.step(`${other.name}: the phone goes on with the authority it trusts`, async () => {
    other.do(`printf 'GRANARY_LISTEN=0.0.0.0:7373\\nGRANARY_BACKUP_STORE=file:${USB}\\n' >> ${SETTINGS}`)
    other.do('systemctl start granary')
    phone.goTo(other.address)
    await other.until('the service answers', () => phone.isServed())
    const { answer } = await phone.sync(farmer, 0)
    check(
      answer.status === 503,
      `before the restore is confirmed the phone is answered with ${answer.status}`,
    )
  })
  await transcript.step(`${other.name}: confirmed, the phone sends again what was lost`, async () => {
    other.do('granary backup confirm --dry-run')
    other.do('granary backup confirm --yes')
    const { answer, taken } = await phone.sync(farmer, 0)
    check(answer.status === 200, `the outbox was answered with ${answer.status}`)
    check(taken === SINCE_BACKUP, `${taken} records were lost and sent again, not ${SINCE_BACKUP}`)
    transcript.figure(`${await phone.readAll()} acknowledged records, none missing`)
  })
  await transcript.step(`${other.name}: everything is verified, and backed up again`, () => {
    other.do('granary verify')
    other.do('granary backup create')
    check(other.type('granary doctor').code === 0, 'the doctor finds a fault')
  })
}
