import type { Machine } from './machine.ts'
import { SETTINGS, type Serving, USB } from './scene.ts'
import { check } from './transcript.ts'

/** A newer package over an older one: a backup first, and no step back from newer data. */

const VERSION = 'dpkg-query -s granary | grep -E "^(Version|Status):"'

export async function upgrade({ transcript, office, packages, phone }: Serving): Promise<void> {
  const [first, second] = packages
  await transcript.step('without its backup an upgrade stops, and the service goes on', async () => {
    const before = office.do(VERSION).out
    office.do(`mv ${USB} ${USB}.away`)
    const { code, err } = office.type(`dpkg -i /root/${second}`)
    check(code !== 0 && /nothing was upgraded/.test(err), 'it was upgraded, or does not say so')
    office.do(`mv ${USB}.away ${USB}`)
    check(office.do(VERSION).out === before, 'the package is not as before')
    check(await phone.isServed(), 'the service does not go on')
  })
  await transcript.step('an upgrade makes a backup first, and keeps data and settings', async () => {
    const before = backups(office)
    const { ms } = office.do(`dpkg -i /root/${second}`)
    transcript.figure(`upgraded, with its backup, in ${(ms / 1000).toFixed(1)} s`)
    check(backups(office) === before + 1, 'no backup was made')
    await office.until('the service answers', () => phone.isServed())
    await phone.readAll()
    check(office.do(VERSION).out.includes('Version: 0.1.1'), 'the version is not the new one')
    check(/0\.0\.0\.0:7373/.test(office.do('cat /etc/granary/granary.env').out), 'the settings are gone')
  })
  await transcript.step('settings that were edited are neither asked about nor overwritten', () => {
    const before = office.do(`cat ${SETTINGS}`).out
    check(before !== office.do('cat /usr/share/granary/granary.env').out, 'they were not edited')
    check(!office.do('dpkg-query -s granary').out.includes('Conffiles:'), 'dpkg asks about a file')
    check(
      /^root:granary 640$/m.test(office.do(`stat -c '%U:%G %a' ${SETTINGS}`).out),
      'they are open to others',
    )
  })
  await transcript.step('upgrading without a backup is possible, for whoever says so', () => {
    const before = backups(office)
    office.do(`touch /run/granary-upgrade-without-backup && dpkg -i /root/${second}`)
    check(backups(office) === before, 'a backup was made')
    check(
      office.type('ls /run/granary-upgrade-without-backup').code !== 0,
      'the word stays for the next time',
    )
  })
  await transcript.step('a service that was stopped by hand stays stopped', () => {
    office.do(`systemctl stop granary && dpkg -i /root/${second}`)
    check(office.property('granary.service', 'ActiveState') === 'inactive', 'it was started')
  })
  await transcript.step('data of a newer Granary are refused, and those of 0.1.0', () => {
    refusesHeader(office, first, 60, '\\000\\000\\003\\347', /written by a newer Granary \(schema 999/)
    refusesHeader(office, second, 68, 'GRNY', /written by Granary 0\.1\.0/)
  })
  await transcript.step('one of the same data goes back and forth', async () => {
    office.do(`systemctl start granary && dpkg -i /root/${first} && dpkg -i /root/${second}`)
    await office.until('the service answers', () => phone.isServed())
    await phone.readAll()
    office.do('granary verify')
  })
}

/** With four bytes of the database's header as another Granary would have written them, no package takes its place. */
function refusesHeader(office: Machine, name: string, at: number, bytes: string, why: RegExp): void {
  const database = '/var/lib/granary/granary.db'
  const write = (text: string) =>
    office.do(`printf '${text}' | dd of=${database} bs=1 seek=${at} conv=notrunc status=none`)
  const { out } = office.do(`od -An -tu1 -j${at} -N4 ${database}`)
  write(bytes)
  const { code, err } = office.type(`dpkg -i /root/${name}`)
  const octal = (byte: string) => `\\${Number(byte).toString(8).padStart(3, '0')}`
  write(out.trim().split(/\s+/).map(octal).join(''))
  check(code !== 0 && why.test(err), 'it was taken, or does not say why')
}

const backups = (office: Machine): number =>
  JSON.parse(office.do('granary backup list --json').out).backups.length
