import type { Machine } from './machine.ts'
import { Phone } from './phone.ts'
import { type Scene, SETTINGS, type Serving, USB } from './scene.ts'
import { check } from './transcript.ts'

/** From a bare system to one that serves a phone and is backed up. */

const INSTALLS_WITHIN_MS = 10_000
const MOST_EXPOSURE = 1.5
const STARTS_WITHIN_MS = 10_000
const FIRST_RECORDS = 20

export async function install(machine: Machine, { transcript, packages }: Scene): Promise<void> {
  await transcript.step(`${machine.name}: the package installs on a bare system`, () => {
    const { ms, out, err } = machine.do(`dpkg -i /root/${packages[0]}`)
    transcript.figure(`installed in ${(ms / 1000).toFixed(1)} s`)
    check(ms < INSTALLS_WITHIN_MS, `installing took ${ms} ms`)
    check(/granary setup/.test(out + err), 'it does not say how to go on')
    machine.do('granary --version')
  })
}

export async function look({ transcript, office }: Scene): Promise<void> {
  await transcript.step('nothing is founded or served by installing alone', () => {
    check(office.property('granary.service', 'ActiveState') === 'inactive', 'the service runs')
    check(office.property('granary.service', 'UnitFileState') === 'enabled', 'the service is not enabled')
    check(office.property('granary-backup.timer', 'ActiveState') === 'active', 'the timer does not run')
    check(office.do('ls -A /var/lib/granary').out === '', 'the data folder is not empty')
  })
  await transcript.step('the addon and the program are root’s, the settings the service’s to read', () => {
    const { out } = office.do(
      `stat -c '%U:%G %a %n' /usr/bin/granary /usr/lib/granary/* ${SETTINGS} /var/lib/granary`,
    )
    for (const line of [
      'root:root 755 /usr/bin/granary',
      'root:root 644 /usr/lib/granary/better_sqlite3.node',
      `root:granary 640 ${SETTINGS}`,
      'granary:granary 700 /var/lib/granary',
    ])
      check(out.includes(line), `not so: ${line}\n${out}`)
  })
  await transcript.step('every file is as the package has it', () => {
    check(office.do('dpkg --verify granary').out === '', 'dpkg --verify finds a difference')
  })
  await transcript.step('both units are shut in', () => {
    for (const unit of ['granary.service', 'granary-backup.service']) {
      const { out } = office.do(`systemd-analyze security --no-pager ${unit}`)
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(out)?.[1])
      transcript.figure(`${unit}: exposure ${exposure}`)
      check(exposure <= MOST_EXPOSURE, `the exposure of ${unit} is ${exposure}`)
    }
  })
  await transcript.step('the timer’s run says what is missing, and is no failure', () => {
    office.do('systemctl start granary-backup.service')
    check(office.property('granary-backup.service', 'Result') === 'success', 'it failed')
  })
}

export async function firstDay(scene: Scene): Promise<Serving> {
  const { transcript, office } = scene
  await transcript.step('the cooperative is founded, with a private authority', () => {
    check(
      /Credential/.test(office.do('granary init --name "Test cooperative"').out),
      'no credential is shown',
    )
    const { out } = office.do('granary tls init')
    check(out.includes(office.address), `the certificate is not for ${office.address}`)
    check(
      office.do("find /var/lib/granary ! -user granary -printf '%u %p\\n'").out === '',
      'files of another user lie in the data folder',
    )
  })
  await transcript.step('the service starts, and says when it answers', () => {
    office.do(`echo 'GRANARY_LISTEN=0.0.0.0:7373' >> ${SETTINGS}`)
    const { ms } = office.do('systemctl start granary')
    transcript.figure(`answering ${(ms / 1000).toFixed(2)} s after "systemctl start"`)
    check(ms < STARTS_WITHIN_MS, `starting took ${ms} ms`)
    check(office.property('granary.service', 'ActiveState') === 'active', 'the service does not run')
  })
  await transcript.step('only an administrator acts on it', () => {
    const { code, err } = office.type('setpriv --reuid=65534 --regid=65534 --clear-groups granary status')
    check(code === 1 && /sudo granary status/.test(err), 'somebody else is let in, or not told how')
    office.do('granary status')
    const doctor = office.type('granary doctor')
    // There is no backup yet, which is no fault.
    check(doctor.code === 3 && / missing\.$/m.test(doctor.out), 'the doctor finds a fault')
  })
  const { phone, farmer } = await transcript.step('a phone elsewhere enrols over TLS', () => enrol(office))
  await transcript.step('its records are taken, synced and read back', async () => {
    check(await phone.harvest(farmer), 'a record was refused')
    const { taken } = await phone.sync(farmer, FIRST_RECORDS)
    check(taken === FIRST_RECORDS, `${taken} of ${FIRST_RECORDS} records were taken`)
    check((await phone.readAll()) === FIRST_RECORDS + 1, 'not all can be read')
  })
  await transcript.step('the operator’s own files are read and written as whoever typed the command', () => {
    office.do('mkdir -p -m 700 /root/own && cd /root/own && granary support-bundle')
    const { out } = office.do("stat -c '%U %a %n' /root/own/granary-support-*.txt")
    check(/^root 600 /.test(out), `the file belongs to another: ${out}`)
    // Twice: the second moves the files of the first aside.
    for (const _ of [1, 2]) office.do('granary export --out /root/own/export')
    const exported = office.do('find /root/own/export ! -user root').out
    check(exported === '', `files of the export belong to another: ${exported}`)
  })
  const paper = await transcript.step('backups go to another disk, once there is a key', () => backUp(office))
  await transcript.step(
    'root leaves no file of its own among the service’s, though it names the folder',
    () => {
      office.do('systemctl stop granary')
      office.do(
        'granary status --data /var/lib/granary && GRANARY_DATA=/var/lib/granary granary backup create',
      )
      check(office.do('find /var/lib/granary ! -user granary').out === '', 'files of another user are left')
      office.do('systemctl start granary')
    },
  )
  await transcript.step('the key is read from a file that only root may read', () => {
    office.put('root/own/key.txt', `${paper.identity}\n`)
    office.do('chmod 600 /root/own/key.txt && granary backup verify --identity /root/own/key.txt')
    office.do('rm /root/own/key.txt')
  })
  return { ...scene, phone, farmer, paper }
}

async function enrol(office: Machine): Promise<{ phone: Phone; farmer: string }> {
  const added = office.do('granary party add --kind person --name "A farmer" --basis consent --json')
  const farmer = JSON.parse(added.out).party as string
  const phone = new Phone(JSON.parse(office.do(`granary device enrol --party ${farmer} --json`).out).uri)
  await phone.findAuthority()
  check((await phone.enrol()) === farmer, 'the phone was given to another party')
  return { phone, farmer }
}

async function backUp(office: Machine): Promise<Serving['paper']> {
  office.do(`install -d -o granary -g granary -m 700 ${USB}`)
  office.do(`echo 'GRANARY_BACKUP_STORE=file:${USB}' >> ${SETTINGS}`)
  office.do('systemctl restart granary')
  const { identity } = JSON.parse(office.do('granary backup key --json').out)
  // Done, and it owes somebody outside who holds the log to it.
  check(office.type('granary anchor run').code === 3, 'no root was fixed')
  const { vkey } = JSON.parse(office.do('granary anchor status --json').out)
  office.do('granary backup create')
  office.do('systemctl start granary-backup.service')
  check(office.property('granary-backup.service', 'Result') === 'success', 'the timer’s run failed')
  const { out } = office.do('granary backup list --json')
  const count = (JSON.parse(out).backups as unknown[]).length
  check(count === 2, `${count} backups were made: ${out}`)
  return { identity, vkey }
}
